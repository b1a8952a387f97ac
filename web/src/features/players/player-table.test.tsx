// @vitest-environment happy-dom
import type { PlayerSearchResult } from "@storyport/contract/players";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { genderName, PlayerTable } from "./player-table.tsx";

const nora: PlayerSearchResult = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  playerName: "Nora",
  gender: 1,
  researchCode: "R-17",
  createdAt: "2026-01-02T03:04:05",
  registeredAt: "2026-02-03T04:05:06",
};

/** Returns the texts of the header row and of each player's row. */
async function rowsOf(players: readonly PlayerSearchResult[]): Promise<string[][]> {
  await showLoggedIn(<PlayerTable players={players} busy={false} />);
  return screen.getAllByRole("row").map((row) => [...row.children].map(({ textContent }) => textContent));
}

test("the columns are those of the specification, in its order (section 2)", async () => {
  const [headers, row] = await rowsOf([nora]);
  expect(headers).toEqual(["Player ID", "Player name", "Gender", "Research Code", "Created", "Registered"]);
  expect(row?.slice(1)).toEqual(["Nora", "Girl", "R-17", "02.01.2026 03:04:05", "03.02.2026 04:05:06"]);
  expect(row?.[0]).toContain(nora.id);
});

test("a player without a gender, a research code and a registration has '-' there", async () => {
  const [, row] = await rowsOf([{ ...nora, gender: null, researchCode: null, registeredAt: null }]);
  expect(row?.slice(1)).toEqual(["Nora", "-", "-", "02.01.2026 03:04:05", "-"]);
});

test.each([
  [1, "Girl"],
  [0, "Boy"],
  [2, "Boy"],
  [null, "-"],
])("1 is a girl, every other number a boy, nothing '-' (specification, section 2): %s", (gender, name) =>
  expect(genderName(gender)).toBe(name),
);

test("an empty text for a date is '-'", async () => {
  const [, row] = await rowsOf([{ ...nora, createdAt: "", registeredAt: "" }]);
  expect(row?.slice(-2)).toEqual(["-", "-"]);
});
