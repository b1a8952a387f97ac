/**
 * Changes of players by a school's own list. The caller of these functions has checked the rights, and holds the organization and the
 * classes. Only a new name gets its event here. The caller records a student who leaves a class or goes on to another. The event of the run,
 * or of its undo, covers the rest: external ids, a second class and the way back.
 */
import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { holdPlayersNamed, joinGroups, leaveGroups, renamePlayers, setExternalIds } from "./queries.ts";
import type { Place } from "./queries.ts";

/** Renames players, and their students as `renameStudents` says. The caller holds these accounts (`holdPlayed`). */
export async function renameListedPlayers(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, players }: { organizationId: string; players: readonly { playerId: string; name: string }[] },
): Promise<void> {
  await renamePlayers(transaction, players);
  const about = { event: "player_edited", actorId: caller.session.accountId, organizationId } as const;
  const events = players.map(({ playerId }) => ({ ...about, targetId: playerId }));
  await recordEvents(transaction, caller, events);
}

/**
 * Gives players back the names that they had before a list, as the undo of the list does. A name that a person has given since stays. The
 * caller holds the accounts as for `renameListedPlayers`.
 */
export async function renameListedPlayersBack(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, players }: { organizationId: string; players: readonly { playerId: string; name: string; listedName: string }[] },
): Promise<void> {
  const listed = players.map(({ playerId, listedName }) => ({ playerId, name: listedName }));
  const asListed = new Set(await holdPlayersNamed(transaction, listed));
  await renameListedPlayers(transaction, caller, { organizationId, players: players.filter(({ playerId }) => asListed.has(playerId)) });
}

/** Notes the school's own ids of players; null removes an id. */
export async function identifyPlayers(
  transaction: Transaction<Tables>,
  players: readonly { playerId: string; externalId: string | null }[],
): Promise<void> {
  await setExternalIds(transaction, players);
}

export interface ListedPlace {
  playerId: string;
  toGroupId: string | undefined;
  fromGroupId: string | undefined;
}

/**
 * Puts players into a class, and takes them out of the class that they leave. Skips an undefined class. Returns the places that the players
 * did not have before. The caller has checked that no class gets too large.
 */
export async function placePlayers(transaction: Transaction<Tables>, moves: readonly ListedPlace[]): Promise<Place[]> {
  const inClass = (playerId: string, groupId: string | undefined) => (groupId === undefined ? [] : [{ playerId, groupId }]);
  const entered = await joinGroups(
    transaction,
    moves.flatMap(({ playerId, toGroupId }) => inClass(playerId, toGroupId)),
  );
  await leaveGroups(
    transaction,
    moves.flatMap(({ playerId, fromGroupId }) => inClass(playerId, fromGroupId)),
  );
  return entered;
}
