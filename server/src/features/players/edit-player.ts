import { plainName } from "@storyport/contract/text-rules";
import type { Player, editPlayer as endpoint } from "@storyport/contract/players";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { getPlayer } from "./get-player.ts";
import { holdPlayed } from "./hold-played.ts";
import { updatePlayer } from "./queries.ts";

/**
 * Edits a player of a group that the caller may modify. A new name also renames its students, as `renameStudents` says. Sets research code,
 * pass code and exclusion from the analysis; null removes a code. The history records that a code was set or removed, never the code.
 * Refuses like `getPlayer`. Refuses a player that the caller may only read with errors.notAllowed, and an edit of an older version with
 * errors.changedMeanwhile.
 */
export async function editPlayer(
  { database }: AppContext,
  caller: LoggedInCaller,
  change: { playerId: string } & z.output<typeof endpoint.body>,
): Promise<Player> {
  const { playerId, version, playerName, excludedFromAnalysis, researchCode, passCode } = change;
  const name = playerName === undefined ? undefined : plainName(playerName);
  return database.transaction().execute(async (transaction) => {
    // Check before the locks, so that a caller without the right blocks nobody.
    const { playerGroups } = await playerToModify(transaction, caller, playerId);
    if (name !== undefined) await holdPlayed(transaction, [playerId]);
    await holdGroups(
      transaction,
      playerGroups.map(({ id }) => id),
    );
    // Check again after the locks, because a class may be archived by now.
    const player = await playerToModify(transaction, caller, playerId);
    const written = { playerId, version, name, excludedFromAnalysis, researchCode, passCode };
    if (!(await updatePlayer(transaction, written))) throw new Refusal("errors.changedMeanwhile");
    await recordEvent(transaction, caller, {
      event: "player_edited",
      actorId: caller.session.accountId,
      targetId: playerId,
      organizationId: player.organization.id,
      details: {
        renamed: name !== undefined,
        ...(excludedFromAnalysis === undefined ? {} : { excludedFromAnalysis }),
        ...(researchCode === undefined ? {} : { researchCode: researchCode === null ? "removed" : "set" }),
        ...(passCode === undefined ? {} : { passCode: passCode === null ? "removed" : "set" }),
      },
    });
    return getPlayer({ database: transaction }, caller.session, playerId);
  });
}

async function playerToModify(transaction: Transaction<Tables>, caller: LoggedInCaller, playerId: string): Promise<Player> {
  const player = await getPlayer({ database: transaction }, caller.session, playerId);
  if (!player.mayModify) throw new Refusal("errors.notAllowed");
  return player;
}
