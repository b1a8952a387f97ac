/** Statements that end sessions, for every feature. They do nothing to a session that has already ended. */
import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";

export interface EndedSession {
  accountId: string;
  loginType: LoginType;
  lessonId: string | null;
  deviceName: string;
  stage: Session["stage"];
}

/** If several calls race, exactly one gets the session back, because a badge's session hands over once. */
export async function endSession(database: Database, digest: Buffer): Promise<EndedSession | undefined> {
  return database
    .deleteFrom("sessions")
    .where("digest", "=", digest)
    .returning(["account_id as accountId", "login_type as loginType", "lesson_id as lessonId", "device_name as deviceName", "stage"])
    .executeTakeFirst();
}

/** Returns the account of a session, so that a caller knows which account it would log out. */
export async function findSessionOwner(database: Database, digest: Buffer): Promise<string | undefined> {
  const row = await database.selectFrom("sessions").select("account_id").where("digest", "=", digest).executeTakeFirst();
  return row?.account_id;
}

/**
 * Ends the sessions of one login type, except the session of the caller if it belongs to the account. With `identityId` only those that
 * this identity began, or of which the identity is unknown.
 */
export async function endSessionsBegunBy(
  database: Database,
  {
    accountId,
    loginType,
    identityId,
    except,
  }: { accountId: string; loginType: LoginType; identityId?: string | undefined; except?: Buffer },
): Promise<void> {
  await database
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where("login_type", "=", loginType)
    .$if(identityId !== undefined, (query) =>
      query.where(({ eb, or }) => or([eb("identity_id", "=", identityId ?? ""), eb("identity_id", "is", null)])),
    )
    .$if(except !== undefined, (query) => query.where("digest", "<>", except ?? Buffer.alloc(0)))
    .execute();
}

/** Ends the sessions bound to an organization that the account has left. */
export async function endSessionsIn(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).where("organization_id", "=", organizationId).execute();
}

/** Ends every session of an account, including half sessions. */
export async function endAllSessions(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).execute();
}

/** Ends every session of an account except the caller's, including half sessions. */
export async function endAllOtherSessions(database: Database, accountId: string, keptDigest: Buffer): Promise<void> {
  await database.deleteFrom("sessions").where("account_id", "=", accountId).where("digest", "<>", keptDigest).execute();
}

/**
 * Ends the sessions of an account that a passkey began or proved later, except the caller's. Ends half sessions too: they could still be
 * completed by the removed passkey.
 */
export async function endSessionsByPasskey(
  database: Database,
  { accountId, except }: { accountId: string; except: Buffer },
): Promise<void> {
  await database
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where(sql<boolean>`(by_passkey or stage <> 'FULL')`)
    .where("digest", "<>", except)
    .execute();
}
