/** What ends sessions of an account, for every feature: the statements themselves. Nothing happens when one has ended already. */
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface EndedSession {
  accountId: string;
  loginType: LoginType;
}

/** Of several at once, exactly one is told that it ended the session: a badge's session hands over once. */
export async function endSession(database: Database, digest: Buffer): Promise<EndedSession | undefined> {
  return database
    .deleteFrom("sessions")
    .where("digest", "=", digest)
    .returning(["account_id as accountId", "login_type as loginType"])
    .executeTakeFirst();
}

/** Ends what one way of logging in began, but for the session that asks for it, where one of the account does. */
export async function endSessionsBegunBy(
  database: Database,
  { accountId, loginType, except }: { accountId: string; loginType: LoginType; except?: Buffer },
): Promise<void> {
  await database
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where("login_type", "=", loginType)
    .$if(except !== undefined, (query) => query.where("digest", "<>", except ?? Buffer.alloc(0)))
    .execute();
}

/** Ends the sessions that are set to an organization which the account has left. */
export async function endSessionsIn(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).where("organization_id", "=", organizationId).execute();
}

/** Ends every session of an account, half ones too. */
export async function endAllSessions(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).execute();
}

/** Ends every session of an account but the one that does this, half ones too. */
export async function endAllOtherSessions(database: Database, accountId: string, keptDigest: Buffer): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).where("digest", "<>", keptDigest).execute();
}
