// @vitest-environment happy-dom
import { listOwnGames } from "@storyport/contract/game-rights";
import type { OwnGame } from "@storyport/contract/game-rights";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { BenchGameScreen } from "./bench-game-screen.tsx";
import { BenchScreen } from "./bench-screen.tsx";

const game = (gameId: number, gameKey: string, retiredAt: string | null, organizationCount: number): OwnGame => ({
  rightsType: "READ",
  game: {
    gameId,
    gameKey,
    retiredAt,
    organizationCount,
    description: "A reading game",
    version: 1,
    locale: "en",
    loginTypes: ["PASSWORD"],
    requiredPermissions: [],
    isPublic: false,
    legacyClientCode: false,
    maxScope: "PLAYER",
    callbacks: [],
    resourceLinks: [],
    openid: null,
  },
});
const games = [game(1, "Boats", null, 0), game(2, "Bridges", null, 1), game(3, "Towers", "2026-11-22T08:00:00.000Z", 1)];
const api = ({ url }: { url: string }) => answered(url.endsWith(listOwnGames.path) ? games : []);
const notice = "This game is retired. No school can open it until an administrator restores it.";

test("the list of a builder's games says which is a draft, in use or retired", async () => {
  await showLoggedIn(<BenchScreen />, api);
  const table = await screen.findByRole("table", { name: "Games you build" });
  const stateOf = (name: RegExp) => within(within(table).getByRole("row", { name })).getAllByRole("cell").at(-1)?.textContent;
  expect([stateOf(/Boats/), stateOf(/Bridges/), stateOf(/Towers/)]).toEqual(["Draft", "In use", "Retired"]);
});

test("the page of a retired game says what that means, and that of a game in use does not", async () => {
  const { page } = await showLoggedIn(<BenchGameScreen gameId="3" />, api);
  expect(await screen.findByText(notice)).toBeTruthy();
  page.unmount();
  await showLoggedIn(<BenchGameScreen gameId="2" />, api);
  expect(await screen.findByText(/Bridges/)).toBeTruthy();
  expect(screen.queryByText(notice)).toBeNull();
});
