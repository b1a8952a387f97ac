import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { groupForAccount } from "./group-for-account.ts";
import type { GroupNeed, ReachableGroup } from "./group-for-account.ts";
import { holdGroups } from "./hold-groups.ts";

/**
 * Finds a group as `groupForAccount` does, and locks it until the transaction ends. A call that archives or removes the group runs
 * either before or afterwards, so nothing begins in an archived group. Refuses like `groupForAccount`.
 */
export async function holdGroupForAccount(
  transaction: Transaction<Tables>,
  session: Session,
  { groupId, needs }: Pick<GroupNeed, "groupId" | "needs">,
): Promise<ReachableGroup> {
  const group = await groupForAccount(transaction, session, { groupId, needs });
  const open = await holdGroups(transaction, [group.id]);
  if (open.length === 0) throw new Refusal("errors.notFound");
  return group;
}
