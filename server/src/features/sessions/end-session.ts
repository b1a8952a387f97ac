/** Ending one session by its secret or digest; nothing happens when it has ended already. */
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { deleteOtherSessionsOf, deleteSession, deleteSessionsBegunBy, deleteSessionsIn, deleteSessionsOf } from "./queries.ts";

export interface EndedSession {
  accountId: string;
  loginType: LoginType;
}

/** Of several at once, exactly one is told that it ended the session: a badge's session hands over once. */
export async function endSession(database: Database, digest: Buffer): Promise<EndedSession | undefined> {
  const ended = await deleteSession(database, digest);
  return ended === undefined ? undefined : { accountId: ended.account_id, loginType: ended.login_type };
}

/** Ends what one way of logging in began, but for the session that asks for it, where one of the account does. */
export async function endSessionsBegunBy(
  database: Database,
  begun: { accountId: string; loginType: LoginType; except?: Buffer },
): Promise<void> {
  await deleteSessionsBegunBy(database, begun);
}

/**
 * Ends the sessions that are set to an organization which the account has left, and all others where nothing is left that lets it log in.
 * Ask once its roles there are taken away.
 */
export async function endSessionsIn(database: Database, left: { accountId: string; organizationId: string }): Promise<void> {
  await deleteSessionsIn(database, left);
}

/** Ends every session of an account, half ones too. */
export async function endAllSessions(database: Database, accountId: string): Promise<void> {
  await deleteSessionsOf(database, accountId);
}

/** Ends every session of an account but the one that does this, half ones too. */
export async function endOtherSessions(database: Database, accountId: string, keptDigest: Buffer): Promise<void> {
  await deleteOtherSessionsOf(database, accountId, keptDigest);
}
