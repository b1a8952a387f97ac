/** Names of players as people read and type them. */
import { expect, test } from "vitest";
import { shownPlayerName, sortPlayers, studentNameFault } from "./player-name.ts";

test.each([
  ["", "Enter a name."],
  [" \u00a0", "Enter a name."],
  ["<b></b>", "Enter a name."],
  ["k".repeat(65), "The name must be 1 to 64 characters long and hold no special characters."],
  ["Nora 🦊", "The name must be 1 to 64 characters long and hold no special characters."],
  [" Nora ", undefined],
])("the typed name %j is told its own fault", (name, fault) => {
  expect(studentNameFault(name)).toBe(fault);
});

test("the player of an erased student is named as such, and is last", () => {
  const players = ["-", "Nora", "Emil"].map((playerName, index) => ({ playerName, id: String(index) }));
  expect(sortPlayers(players, ({ id }) => id).map(shownPlayerName)).toEqual(["Emil", "Nora", "Erased student"]);
});
