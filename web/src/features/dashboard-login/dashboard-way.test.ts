import { limits } from "@storyport/contract/limits";
import { describe, expect, test } from "vitest";
import { dashboardWay, noAccessAddress } from "./dashboard-way.ts";
import { readDashboardRequest } from "./dashboard-request.ts";

const org = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";
const otherOrg = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e12";
const aGame = (gameId: number, gameKey: string) => ({
  gameId,
  gameKey,
  description: "",
  loginTypes: ["PASSWORD" as const],
  requiredPermissions: [],
});
const norwegian = aGame(1, "storyport-no");
const english = aGame(4, "storyport-en");
const fjordskolen = { id: org, key: "Fjordskolen", description: "", games: [norwegian, english] };
const withOwnDashboard = { ...fjordskolen, games: [{ ...norwegian, dashboardUrl: "https://classes.example/" }] };
const escolaSol = { id: otherOrg, key: "EscolaSol", description: "", games: [english] };
const user = { loginType: "PASSWORD" as const, permissions: ["login_dashboard", "view_user_group"] };
const situation = { user, organizations: [fjordskolen], state: { gameId: "1", state: "d" }, choice: {} };
const access = (gameKey: string, orgId: string, state?: string) =>
  `/api/auth/token/analytics/access?${new URLSearchParams({ gameId: gameKey, orgId, ...(state !== undefined && { state }) })}`;

describe("/dashboard-redirect leads", () => {
  test.each([
    [
      "to the dashboard, with the game's key",
      situation,
      { to: "dashboard", address: access("storyport-no", org, "d"), organization: "Fjordskolen" },
    ],
    [
      "to the dashboard for a game named by its key",
      { ...situation, state: { gameId: "storyport-en" } },
      { to: "dashboard", address: access("storyport-en", org), organization: "Fjordskolen" },
    ],
    [
      "to the dashboard for the current game",
      { ...situation, state: { state: "d" }, choice: { game: { gameId: 4, gameKey: "storyport-en" } } },
      { to: "dashboard", address: access("storyport-en", org, "d"), organization: "Fjordskolen" },
    ],
    [
      "to the dashboard of the current organization",
      { ...situation, organizations: [fjordskolen, escolaSol], state: { gameId: "4" }, choice: { organizationId: otherOrg } },
      { to: "dashboard", address: access("storyport-en", otherOrg), organization: "EscolaSol" },
    ],
    [
      "to the dashboard of the organization asked for",
      { ...situation, organizations: [fjordskolen, escolaSol], state: { gameId: "4", orgId: org }, choice: { organizationId: otherOrg } },
      { to: "dashboard", address: access("storyport-en", org), organization: "Fjordskolen" },
    ],
    [
      "to the login without a current organization",
      { ...situation, organizations: [fjordskolen, escolaSol], state: { gameId: "4" } },
      { to: "login", gameKey: "storyport-en" },
    ],
    [
      "an administrator to the login for an organization outside the list, also if a single listed one has the game",
      {
        user: { ...user, permissions: [...user.permissions, "admin"] },
        organizations: [fjordskolen, escolaSol],
        state: { gameId: "1", orgId: "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e13" },
        choice: {},
      },
      { to: "login", gameKey: "storyport-no" },
    ],
    ["to no access without login_dashboard", { ...situation, user: { ...user, permissions: ["view_user_group"] } }, { to: "noAccess" }],
    ["to no access without view_user_group", { ...situation, user: { ...user, permissions: ["login_dashboard"] } }, { to: "noAccess" }],
    ["to no access without a current game", { ...situation, state: { state: "d" } }, { to: "noAccess" }],
    ["to no access for a game that the user does not have", { ...situation, state: { gameId: "2" } }, { to: "noAccess" }],
    [
      "to no access for a game that the user does not have, also if the user has a single game",
      { ...situation, organizations: [escolaSol], state: { gameId: "1", state: "d" } },
      { to: "noAccess" },
    ],
    [
      "to no access for another's organization, also if the user has a single one",
      { ...situation, organizations: [escolaSol], state: { gameId: "4", orgId: org, state: "d" } },
      { to: "noAccess" },
    ],
    [
      "an administrator to the login for an organization outside the list, which may be cut off",
      {
        user: { ...user, permissions: [...user.permissions, "admin"] },
        organizations: [fjordskolen, escolaSol],
        state: { gameId: "4", orgId: "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e13" },
        choice: {},
      },
      { to: "login", gameKey: "storyport-en" },
    ],
    [
      "to the dashboard of the only organization with the game, if this tab chose another for another game",
      { ...situation, organizations: [fjordskolen, escolaSol], choice: { organizationId: otherOrg } },
      { to: "dashboard", address: access("storyport-no", org, "d"), organization: "Fjordskolen" },
    ],
    [
      "to no access at the game's own dashboard, as the server does",
      { ...situation, user: { ...user, permissions: [] }, organizations: [withOwnDashboard] },
      { to: "noAccess", dashboardUrl: "https://classes.example/" },
    ],
    [
      "to no access at the game's own dashboard, also if the game does not take the user's way of logging in",
      { ...situation, user: { ...user, loginType: "FEIDE" as const }, organizations: [withOwnDashboard] },
      { to: "noAccess", dashboardUrl: "https://classes.example/" },
    ],
    [
      "to no access without a login state",
      { ...situation, state: {}, choice: { game: { gameId: 1, gameKey: "storyport-no" } } },
      { to: "noAccess" },
    ],
  ])("%s", (_, given, way) => expect(dashboardWay(given)).toEqual(way));
});

test("the no-access page has the language in its path and ref=portal", () => {
  expect(noAccessAddress("https://dashboard.test/", "pt-BR")).toBe("https://dashboard.test/pt-BR/no-access?ref=portal");
});

test.each([
  [
    { gameId: "1", orgId: org, state: "d", callbackUrl: "https://evil.test" },
    { gameId: "1", orgId: org, state: "d" },
  ],
  [{ gameId: ["1"], orgId: "x", state: "y".repeat(limits.state.max + 1) }, {}],
])("the request in an address: %j", (search, request) => expect(readDashboardRequest(search)).toEqual(request));
