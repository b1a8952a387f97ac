import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listGroupsOfStudent } from "./queries.ts";
import { endBadges } from "./void-badges.ts";
import { endOneTimeCodes } from "./void-one-time-codes.ts";

/**
 * Voids a student's badges and one-time codes in all classes of an organization, also in classes that the student has left. Ends what the
 * badges opened. The caller then ends the other sessions and tokens there, also those that a code has just opened. Records for each class an
 * event for voided badges and another for voided codes. A third follows if an expired badge still had open sessions.
 */
export async function endStudentLogins(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<void> {
  for (const id of await listGroupsOfStudent(transaction, { accountId, organizationId })) {
    const group = { id, organizationId };
    await endBadges(transaction, caller, { group, chosen: [accountId] });
    await endOneTimeCodes(transaction, caller, { group, chosen: [accountId] });
  }
}
