import type { Transaction } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { higher } from "#/features/rights/levels.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdGroupsOf, listRightsOf, listRolesOf } from "./queries.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

/**
 * Returns the roles that membership in user groups of an organization gives. Locks the groups until the transaction ends, so
 * that the checked groups are the joined groups. Refuses a group that is archived or of another organization as not found
 * (errors.notFound). Refuses a group whose roles or rights the caller may not give, like `requireGivable`. Rights on archived
 * player groups do not count.
 */
export async function holdGivableGroups(
  transaction: Transaction<Tables>,
  session: Session,
  { organizationId, groupIds }: { organizationId: string; groupIds: readonly string[] },
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const held = await holdGroupsOf(transaction, organizationId, groupIds);
  if (held.length < new Set(groupIds).size) throw new Refusal("errors.notFound");
  const roles = new Set<string>();
  const rights = new Map<string, RightsLevel>();
  for (const groupId of held) {
    for (const role of await listRolesOf(transaction, groupId)) roles.add(role);
    const given = await listRightsOf(transaction, groupId);
    for (const [id, level] of rightsByGroup(given.filter(({ is_archived }) => !is_archived))) {
      rights.set(id, higher(level, rights.get(id) ?? "NONE"));
    }
  }
  await requireGivable(transaction, session, { organizationId, roles: [...roles], rights });
  return [...roles];
}
