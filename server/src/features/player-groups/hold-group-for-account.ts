import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { groupForAccount } from "./group-for-account.ts";
import type { GroupNeed, ReachableGroup } from "./group-for-account.ts";
import { holdGroups } from "./hold-groups.ts";

/**
 * Finds a group as `groupForAccount` does, and locks it until the transaction ends. A call that archives or removes the group, or sets
 * the caller's right on it, runs either before or afterwards. Other ends of a right, as with a membership or a user group, may run
 * concurrently. Refuses like `groupForAccount`.
 */
export async function holdGroupForAccount(transaction: Transaction<Tables>, session: Session, need: GroupNeed): Promise<ReachableGroup> {
  // Check before the lock, so that a caller without the right blocks nobody.
  const group = await groupForAccount(transaction, session, need);
  await holdGroups(transaction, [group.id]);
  // Check again after the lock, because the call before may have archived the group or taken the right.
  return groupForAccount(transaction, session, need);
}
