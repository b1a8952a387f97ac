import { expect, it, test } from "vitest";
import { chooseGame, showsOrganizationPicker } from "./game-choice.ts";
import type { ChoiceInput } from "./game-choice.ts";
import { aGame, anOrganization } from "./games.fixture.ts";
import type { Chooser } from "./offered-games.ts";

const two = aGame({ gameId: 2, gameKey: "storyport-en" });
const school = anOrganization({ games: [aGame(), two] });
const other = anOrganization({ id: "22222222-2222-4222-8222-222222222222", key: "Other", games: [two] });

function choose(input: Partial<ChoiceInput>) {
  const user: Chooser = { loginType: "PASSWORD", permissions: [] };
  const { organization, game, games } = chooseGame({
    organizations: [school, other],
    user,
    organizationId: undefined,
    gameId: undefined,
    ...input,
  });
  return { organization: organization?.key, game: game?.gameId, games: games.length };
}

test.each<[string, Partial<ChoiceInput>, ReturnType<typeof choose>]>([
  ["a single organization and game are chosen by themselves", { organizations: [other] }, { organization: "Other", game: 2, games: 1 }],
  ["of several none is chosen", {}, { organization: undefined, game: undefined, games: 2 }],
  ["the organization's only game is chosen", { organizationId: other.id }, { organization: "Other", game: 2, games: 1 }],
  ["a valid choice is kept", { organizationId: school.id, gameId: 1 }, { organization: "Fjordskolen", game: 1, games: 2 }],
  [
    "a game that the organization lacks counts as none",
    { organizationId: other.id, gameId: 1 },
    { organization: "Other", game: 2, games: 1 },
  ],
  ["an organization that is not offered is ignored", { organizationId: "x" }, { organization: undefined, game: undefined, games: 2 }],
  ["without organizations there is no choice", { organizations: [] }, { organization: undefined, game: undefined, games: 0 }],
])("%s", (_, input, expected) => {
  expect(choose(input)).toEqual(expected);
});

it("shows the organisation picker only with more than one organisation and no clientCode", () => {
  expect(showsOrganizationPicker([school, other], undefined)).toBe(true);
  expect(showsOrganizationPicker([school], undefined)).toBe(false);
  expect(showsOrganizationPicker([school, other], "challenge")).toBe(false);
});
