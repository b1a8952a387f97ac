import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listGroupsOfStudent } from "./queries.ts";
import { endBadges } from "./void-badges.ts";
import { endOneTimeCodes } from "./void-one-time-codes.ts";

/** Voids all badges and one-time codes that a student has in an organization, with what they opened; written down group by group. */
export async function endStudentLogins(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<void> {
  for (const id of await listGroupsOfStudent(transaction, { accountId, organizationId })) {
    const group = { id, organizationId };
    await endBadges(transaction, caller, { group, accountIds: [accountId] });
    await endOneTimeCodes(transaction, caller, { group, accountId });
  }
}
