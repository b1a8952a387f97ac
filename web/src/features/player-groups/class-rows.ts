import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { isErasedPlayer, shownPlayerName } from "#/features/players/player-name.ts";
import { sortByName } from "#/shell/sort-by-name.ts";

/**
 * A child of a class: a student with a player, or a player alone. A player is alone if `listBadges` names no student for it. Then it has no
 * account, or the account is not active, no member, or more than a student at this school. It is also alone if its student has a row by an
 * older player.
 */
export interface ClassRow {
  /** The student's account id; for a player alone, the player's id. */
  key: string;
  name: string;
  playerId: string;
  student?: BadgeHolder;
  /** Excluded from analysis: a mark for games. */
  isExcluded: boolean;
  /** The school's own list no longer names the student, and no person has answered. `StudentsTab` adds it: the server lists them apart. */
  isMissing?: boolean;
}

/**
 * Merges the students and the players of a class into one list by name. Erased students come last. A player is in two rows only if two
 * students play it.
 */
export function classRows(
  students: readonly BadgeHolder[],
  players: readonly Pick<PlayerGroupDetails["players"][number], "id" | "playerName" | "excludedFromAnalysis">[],
): ClassRow[] {
  const excluded = new Set(players.filter((player) => player.excludedFromAnalysis).map(({ id }) => id));
  const played = new Set(students.map(({ playerId }) => playerId));
  const alone = players.filter(({ id }) => !played.has(id));
  const rowOf = (player: (typeof alone)[number]): ClassRow => {
    const { id } = player;
    return { key: id, name: shownPlayerName(player), playerId: id, isExcluded: excluded.has(id) };
  };
  const rows: ClassRow[] = [
    ...students.map((student) => {
      const { userId, displayName, playerId } = student;
      return { key: userId, name: displayName, playerId, student, isExcluded: excluded.has(playerId) };
    }),
    ...alone.filter((player) => !isErasedPlayer(player)).map(rowOf),
  ];
  return [...sortByName(rows, ({ name, key }) => [name, key]), ...alone.filter(isErasedPlayer).map(rowOf)];
}
