import { erasedPlayerName, isStudentName, plainName } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { sortByName } from "#/shell/sort-by-name.ts";

export function isErasedPlayer({ playerName }: { playerName: string }): boolean {
  return playerName === erasedPlayerName;
}

/** Returns what is wrong with a name that was typed for a student, or undefined. */
export function studentNameFault(name: string): string | undefined {
  if (plainName(name) === "") return m["classImports.nameMissing"]();
  return isStudentName(name) ? undefined : m["errors.studentNameInvalid"]();
}

/** Returns the name that people read. */
export function shownPlayerName(player: { playerName: string }): string {
  return isErasedPlayer(player) ? m["players.erased"]() : player.playerName;
}

/** Sorts players by name. Those of erased students come last. */
export function sortPlayers<Player extends { playerName: string }>(players: readonly Player[], idOf: (player: Player) => string): Player[] {
  const named = players.filter((player) => !isErasedPlayer(player));
  return [...sortByName(named, (player) => [player.playerName, idOf(player)]), ...players.filter(isErasedPlayer)];
}
