import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { renamePlayerGroup } from "./queries.ts";

/** Renames groups as a school's own list names them. The caller of this function holds the groups and has checked who may do so. */
export async function renameListedGroups(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, groups }: { organizationId: string; groups: readonly { id: string; name: string }[] },
): Promise<void> {
  for (const { id, name } of groups) {
    await renamePlayerGroup(transaction, id, name);
    const about = { actorId: caller.session.accountId, targetId: id, organizationId };
    await recordEvent(transaction, caller, { event: "player_group_edited", ...about });
  }
}
