import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { renamePlayerGroups } from "./queries.ts";

/** Renames groups as a school's own list names them. The caller of this function holds the groups and has checked who may do so. */
export async function renameListedGroups(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, groups }: { organizationId: string; groups: readonly { id: string; name: string }[] },
): Promise<void> {
  await renamePlayerGroups(transaction, groups);
  const about = { event: "player_group_edited", actorId: caller.session.accountId, organizationId } as const;
  const events = groups.map(({ id }) => ({ ...about, targetId: id }));
  await recordEvents(transaction, caller, events);
}
