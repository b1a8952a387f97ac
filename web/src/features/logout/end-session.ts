import { logOut } from "@storyport/contract/login";
import { forgetVisitor } from "#/features/login/visitor.ts";
import type { Portal } from "#/shell/portal.ts";
import { announceLogout } from "./other-tabs.ts";

type Session = Pick<Portal, "call" | "cookies" | "fresh" | "currentChoice">;

/**
 * Ends the session on the server. Then it drops the `user` cookie, all answers that `fresh` shares, and the choices. It also drops this tab's
 * hand-over and the drafts that a logout drops, and notifies the other tabs. If the call fails, it rejects and changes nothing here. The
 * caller saves the login state again if the next user needs it.
 */
export async function endSession(session: Session): Promise<{ logoutRedirect?: string | undefined }> {
  const answer = await session.call(logOut);
  forgetVisitor(session);
  session.currentChoice.clear();
  announceLogout();
  return answer;
}

/** Returns the provider's logout page, else our login page (specification, section 4: "a logoutRedirect starting with http"). */
export function whereToAfterLogout(logoutRedirect: string | undefined): string {
  return logoutRedirect !== undefined && /^https?:\/\//i.test(logoutRedirect) ? logoutRedirect : "/login";
}
