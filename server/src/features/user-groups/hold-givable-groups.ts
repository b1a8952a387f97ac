import type { Transaction } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { higher } from "#/features/rights/levels.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdGroupsOf, listRightsOf, listRolesOf } from "./queries.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

/**
 * The roles that membership in user groups of an organization gives. The groups stay as they are until the transaction ends: what is
 * checked is what is joined. One that is not of the organization, or archived, is refused as absent (errors.notFound); one that gives
 * what the caller may not give as in `requireGivable`. Rights on archived player groups are worth nothing.
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
