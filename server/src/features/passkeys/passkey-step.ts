import { isOnlyStudent } from "#/features/rights/students.ts";
import { rolesOf } from "#/features/rights/roles-of.ts";
import type { Database } from "#/platform/database/connect.ts";
import { findPasskeys, isInDemandingOrganization } from "./queries.ts";

/** What a login by password must still do. `none`: no organization of the account requires passkeys, or the account is only a student's. */
export type PasskeyStep = "none" | "add" | "use";

/**
 * Returns the step in the transaction that begins or completes the session, after the account is locked. A passkey that may have been
 * copied counts here. Otherwise a thief with the copy and the password could add a passkey (docs/decisions/0073).
 */
export async function passkeyStep(database: Database, accountId: string): Promise<PasskeyStep> {
  if (!(await isInDemandingOrganization(database, accountId))) return "none";
  if (isOnlyStudent(await rolesOf(database, accountId))) return "none";
  return (await findPasskeys(database, accountId)).length === 0 ? "add" : "use";
}
