import type { SessionUser } from "@storyport/contract/login";
import { ApiError } from "#/api/api-error.ts";
import { wayBack } from "#/features/login-state/way-back.ts";
import type { Portal } from "#/shell/portal.ts";
import { Redirect } from "#/shell/redirect.ts";

type Guarded = Pick<Portal, "visitor" | "loginState" | "currentChoice">;

/**
 * Returns the account, or leads to the login. The login is Google's for the admin pages, and returns to the wanted page (specification,
 * section 2; DESIGN A20). A session that has ended also clears this tab's choices and the login state, with the cookie that other tabs
 * share. What other tabs keep is dropped at their next page (`browser-portal.ts`). If the check itself failed, it throws an ApiError, and the
 * page offers a retry.
 */
export function requireAccount({ visitor, loginState, currentChoice }: Guarded, address: string): SessionUser {
  if (visitor.is === "known") return visitor.user;
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  if (visitor.expired) {
    loginState.clear("browser");
    currentChoice.clear();
  }
  throw new Redirect(loginInsteadOf(address));
}

/**
 * Guards the pages of a half login: a fully logged-in user goes on to /post-login. Other visitors get the page. If their half login has
 * ended, the page's own action says so.
 */
export function requireHalfLogin({ visitor }: Pick<Portal, "visitor">): Record<string, never> {
  if (visitor.is === "known") throw new Redirect("/post-login");
  return {};
}

/** Returns the address of the login that leads back to a page. /post-login is no such page: it leads to the stored page, which stays stored. */
export function loginInsteadOf(address: string): string {
  if (/^\/post-login(?![^/?#])/.test(address)) return "/login";
  return `${loginPageFor(address)}?${new URLSearchParams({ postLoginPage: wayBack(address) })}`;
}

/** The pages at and below /admin, but no other path that begins with these letters. */
function loginPageFor(address: string): "/login" | "/login/google" {
  return /^\/admin(?![^/?#])/.test(address) ? "/login/google" : "/login";
}
