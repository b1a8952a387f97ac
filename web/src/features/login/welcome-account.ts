import type { SessionUser } from "@storyport/contract/login";
import type { Portal } from "#/shell/portal.ts";

/** What follows a finished login: whoever has no display name is asked for one first (specification, section 4). /post-login leads on. */
export function welcomeAccount({ loginState }: Pick<Portal, "loginState">, user: SessionUser): void {
  if (user.displayName === undefined) loginState.save({ ...loginState.read(), postLoginPage: "/set-display-name" });
}
