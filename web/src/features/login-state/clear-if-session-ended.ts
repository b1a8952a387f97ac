import { cookieNames } from "@storyport/contract/limits";
import type { Portal } from "#/shell/portal.ts";

/**
 * Call it at the start of a page, before other code reads the login state. If a session has ended and the server leads the tab to the login, the
 * server marks that by a cookie. The tab drops the choices and its copy of the login state, which the server cannot reach. Otherwise the next
 * user would get the game request of the former user. The cookie `login-state` stays: the server has cleared it already, and may have
 * written the way back into it.
 */
export function clearIfSessionEnded({
  cookies,
  loginState,
  currentChoice,
}: Pick<Portal, "cookies" | "loginState" | "currentChoice">): void {
  if (cookies.read(cookieNames.sessionEnded) === undefined) return;
  cookies.remove(cookieNames.sessionEnded);
  loginState.dropCopy();
  currentChoice.clear();
}
