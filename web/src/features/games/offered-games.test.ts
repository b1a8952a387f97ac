import { describe, expect, it, test } from "vitest";
import { aGame, anOrganization } from "./games.fixture.ts";
import { findGame, gamesOf, offeredGames, offeredLoginTypes, offeredOrganizations } from "./offered-games.ts";
import type { Chooser } from "./offered-games.ts";

const byPassword: Chooser = { loginType: "PASSWORD", permissions: ["login"] };
const byQrCode: Chooser = { loginType: "QRCODE", permissions: ["login"] };
const admin: Chooser = { loginType: "QRCODE", permissions: ["admin"] };

describe("the game picker offers only games whose loginTypes include the user's login type, unless the user is admin", () => {
  const norwegian = aGame();
  const brazilian = aGame({ gameId: 5, gameKey: "storyport-br-classroom", loginTypes: ["QRCODE"] });
  test.each([
    ["a password account", byPassword, [1]],
    ["a badge account", byQrCode, [5]],
    ["an admin", admin, [1, 5]],
  ])("%s", (_, user, expected) => {
    expect(offeredGames([norwegian, brazilian], user).map(({ gameId }) => gameId)).toEqual(expected);
  });
});

describe("the organisation picker works the same way", () => {
  const withGame = anOrganization({ key: "A" });
  const without = anOrganization({ key: "B", games: [aGame({ loginTypes: ["GOOGLE"] })] });
  const empty = anOrganization({ key: "C", games: [] });
  test.each([
    ["a password account", byPassword, ["A"]],
    ["an admin", admin, ["A", "B", "C"]],
  ])("%s", (_, user, expected) => {
    expect(offeredOrganizations([withGame, without, empty], user).map(({ key }) => key)).toEqual(expected);
  });
});

it("lists a game of two organizations once", () => {
  expect(gamesOf([anOrganization(), anOrganization({ key: "Other" })])).toHaveLength(1);
});

test.each([
  ["its number", 1, 1],
  ["its number as text", "1", 1],
  ["its key", "storyport-no", 1],
  ["another number", "2", undefined],
  ["nothing", undefined, undefined],
])("a game is found by %s", (_, wanted, expected) => {
  expect(findGame([aGame()], wanted)?.gameId).toBe(expected);
});

describe("ways of logging in", () => {
  const games = [aGame({ loginTypes: ["PASSWORD"] }), aGame({ gameId: 2, loginTypes: ["GOOGLE", "PASSWORD"] })];
  test.each([
    ["of any game without a chosen game", games, ["PASSWORD", "GOOGLE"]],
    ["of the chosen game alone", games.slice(0, 1), ["PASSWORD"]],
    ["all of them without a game", [], ["PASSWORD", "FEIDE", "GOOGLE"]],
  ])("%s", (_, accepting, expected) => {
    expect(offeredLoginTypes(accepting, ["PASSWORD", "FEIDE", "GOOGLE"])).toEqual(expected);
  });

  it("leave out those that are switched off or hidden", () => {
    expect(offeredLoginTypes(games.slice(1), ["PASSWORD"])).toEqual(["PASSWORD"]);
  });
});
