import type { PlayerGroupDetails, editPlayerGroup as endpoint } from "@storyport/contract/player-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { voidLoginsOfArchived } from "#/features/qr-login/end-class-logins.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endClass } from "./archive-group.ts";
import { describePlayerGroup } from "./describe-group.ts";
import type { ReachableGroup } from "./group-for-account.ts";
import { holdGroupForAccount } from "./hold-group-for-account.ts";
import { updatePlayerGroup } from "./queries.ts";

/**
 * Renames a group (needs MODIFY), or archives or restores it (needs OWNER). Archiving closes a class: its badges, unused
 * one-time codes and running lesson end, with everything that they opened. Nothing is deleted. Nothing begins in an archived group until
 * it is restored. A restored class has no badge or code of the time before. Refuses like `groupForAccount`, and an edit of an older
 * version with errors.changedMeanwhile.
 */
export async function editPlayerGroup(
  { database }: AppContext,
  caller: LoggedInCaller,
  change: { groupId: string } & z.output<typeof endpoint.body>,
): Promise<PlayerGroupDetails> {
  const { groupId, version, name, archived } = change;
  return database.transaction().execute(async (transaction) => {
    const needs = archived === undefined ? "MODIFY" : "OWNER";
    const group = await holdGroupForAccount(transaction, caller.session, { groupId, needs, archivedToo: archived !== undefined });
    const ended = archived === true && !group.isArchived ? await endClass(transaction, caller, group) : {};
    if (!(await updatePlayerGroup(transaction, { groupId, version, name, archived }))) throw new Refusal("errors.changedMeanwhile");
    // A former release archived classes without ending their badges and codes.
    if (archived === false && group.isArchived) await voidLoginsOfArchived(transaction, caller, group);
    const about = { actorId: caller.session.accountId, targetId: groupId, organizationId: group.organizationId };
    for (const event of changesOf(group, change)) {
      await recordEvent(transaction, caller, { event, ...about, details: event === "player_group_archived" ? ended : {} });
    }
    return describePlayerGroup(transaction, group);
  });
}

function changesOf(group: ReachableGroup, { name, archived }: { name?: string | undefined; archived?: boolean | undefined }) {
  const events: AuditEventName[] = name === undefined || name === group.name ? [] : ["player_group_edited"];
  if (archived !== undefined && archived !== group.isArchived) events.push(archived ? "player_group_archived" : "player_group_restored");
  return events;
}
