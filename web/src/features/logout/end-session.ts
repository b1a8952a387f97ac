import { logOut } from "@storyport/contract/login";
import { forgetVisitor } from "#/features/login/visitor.ts";
import type { Portal } from "#/shell/portal.ts";
import { announceLogout } from "./other-tabs.ts";

type Session = Pick<Portal, "call" | "cookies" | "fresh" | "currentChoice">;

/**
 * Ends the session on the server, then forgets the account, its permissions, every cached answer and what was chosen, and has the
 * other tabs do so too. Rejects, with everything left as it is, where the server could not be told. The login state stays: it is
 * the game's question, not the account's.
 */
export async function endSession(session: Session): Promise<{ logoutRedirect?: string | undefined }> {
  const answer = await session.call(logOut);
  forgetVisitor(session);
  session.currentChoice.clear();
  announceLogout();
  return answer;
}
