/** The one list of a class. */
import { baseLocale, overwriteGetLocale } from "@storyport/texts/runtime";
import { expect, onTestFinished, test } from "vitest";
import { classRows } from "./class-rows.ts";

const aStudent = (displayName: string, playerId: string) => ({
  userId: `account of ${displayName}`,
  displayName,
  playerId,
  mayUseBadge: true,
});
const aPlayer = (id: string, playerName: string, excludedFromAnalysis = false) => ({ id, playerName, excludedFromAnalysis });

test("a student and the student's player are one row; a player without a student is a row of its own, all by name", () => {
  overwriteGetLocale(() => "nb");
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
  const rows = classRows(
    [aStudent("Nora", "p1"), aStudent("Åse", "p2")],
    [aPlayer("p1", "N."), aPlayer("p2", "Å."), aPlayer("p3", "Emil")],
  );
  expect(rows.map(({ name, key, playerId, student }) => [name, key, playerId, student?.userId])).toEqual([
    ["Emil", "p3", "p3", undefined],
    ["Nora", "account of Nora", "p1", "account of Nora"],
    ["Åse", "account of Åse", "p2", "account of Åse"],
  ]);
});

test("a row says whether its player is left out of the analysis", () => {
  const rows = classRows(
    [aStudent("Nora", "p1"), aStudent("Ida", "p2")],
    [aPlayer("p1", "N.", true), aPlayer("p2", "I."), aPlayer("p3", "Z", true)],
  );
  expect(rows.map(({ name, isExcluded }) => [name, isExcluded])).toEqual([
    ["Ida", false],
    ["Nora", true],
    ["Z", true],
  ]);
});

test("every player of the class is in one row, also the second player of a student and players with one name", () => {
  const rows = classRows([aStudent("Nora", "p1")], [aPlayer("p1", "Nora"), aPlayer("p2", "Nora"), aPlayer("p3", "Nora")]);
  expect(rows.map(({ playerId }) => playerId).toSorted()).toEqual(["p1", "p2", "p3"]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});

test("an erased student is the last in the list, under a name that says so", () => {
  const rows = classRows([aStudent("Nora", "p1")], [aPlayer("p1", "N."), aPlayer("p2", "-"), aPlayer("p3", "Robot")]);
  expect(rows.map(({ name }) => name)).toEqual(["Nora", "Robot", "Erased student"]);
});
