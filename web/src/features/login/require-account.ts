import type { SessionUser } from "@storyport/contract/login";
import { ApiError } from "#/api/api-error.ts";
import { wayBack } from "#/features/login-state/way-back.ts";
import type { Portal } from "#/shell/portal.ts";
import { Redirect } from "#/shell/redirect.ts";

type Guarded = Pick<Portal, "visitor" | "loginState" | "currentChoice">;

/**
 * Lets only a logged-in account pass and answers it.
 * Nobody: to the login, Google's for the admin pages, keeping the wanted page (specification, section 2; DESIGN A20). A session that
 * has ended takes the login state along. A check that failed otherwise is shown with a way to try again.
 */
export function requireAccount({ visitor, loginState, currentChoice }: Guarded, address: string): SessionUser {
  if (visitor.is === "known") return visitor.user;
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  if (visitor.expired) {
    loginState.clear("browser");
    currentChoice.clear();
  }
  throw new Redirect(`${loginPageFor(address)}?${new URLSearchParams({ postLoginPage: wayBack(address) })}`);
}

/** For the pages of those who are still logging in: who is wholly logged in goes on. */
export function requireHalfLogin({ visitor }: Pick<Portal, "visitor">): Record<string, never> {
  if (visitor.is === "known") throw new Redirect("/post-login");
  return {};
}

function loginPageFor(address: string): "/login" | "/login/google" {
  return /^\/admin(?![^/?#])/.test(address) ? "/login/google" : "/login";
}
