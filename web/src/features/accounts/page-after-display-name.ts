import type { LoginState } from "@storyport/contract/login-state";

/** "/game-redirect if a callback URL is stored, otherwise /" (specification, section 4). */
export function pageAfterDisplayName({ callbackUrl }: LoginState): "/game-redirect" | "/" {
  return callbackUrl === undefined ? "/" : "/game-redirect";
}
