/** How /dashboard-redirect leaves the portal (specification, section 2). */
import { ownManifest } from "@storyport/contract/games";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aGame, anOrganization } from "#/features/games/games.fixture.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { leaveForDashboard } from "./leave-for-dashboard.ts";

const fjordskolen = anOrganization();
const escolaSol = anOrganization({ id: "11111111-1111-4111-8111-111111111112", key: "EscolaSol", games: [aGame()] });
const leave = vi.fn<(address: string) => void>();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { replace: leave });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  leave.mockReset();
  vi.unstubAllGlobals();
});

function aTab(organizations: unknown[]) {
  const portal = aPortal({ [ownManifest.path]: organizations });
  const loginState = createBrowserLoginState();
  loginState.save({ gameId: "1", state: "d" });
  return {
    ...portal,
    loginState,
    currentChoice: createBrowserCurrentChoice(),
    user: kari,
  };
}

test("the login state is cleared before the browser leaves for the dashboard", async () => {
  const tab = aTab([fjordskolen]);
  leave.mockImplementation(() => expect(tab.loginState.read()).toEqual({}));
  await leaveForDashboard(tab, {});
  expect(leave).toHaveBeenCalledTimes(1);
  const address = new URL(leave.mock.calls[0]?.[0] ?? "", "https://portal.test");
  expect(address.pathname).toBe("/api/auth/token/analytics/access");
  expect(Object.fromEntries(address.searchParams)).toEqual({ gameId: "storyport-no", orgId: fjordskolen.id, state: "d" });
});

test.each([
  ["the game's own dashboard", { dashboardUrl: "https://classes.example/" }, "https://classes.example/en/no-access?ref=portal"],
  ["the configured dashboard, for a game without its own", {}, "https://dashboard.test/en/no-access?ref=portal"],
])("without access the browser leaves for %s", async (_, own, address) => {
  const tab = aTab([{ ...fjordskolen, games: fjordskolen.games.map((game) => ({ ...game, ...own })) }]);
  await leaveForDashboard({ ...tab, user: { ...kari, permissions: [] } }, {});
  expect(leave).toHaveBeenCalledExactlyOnceWith(address);
});

test("the login state is kept if an organization has to be chosen first, and leads back here", async () => {
  const tab = aTab([fjordskolen, escolaSol]);
  leave.mockImplementation(() => {
    expect(tab.loginState.read()).toEqual({ gameId: "storyport-no", state: "d", postLoginPage: "/dashboard-redirect" });
  });
  await leaveForDashboard(tab, {});
  expect(leave).toHaveBeenCalledExactlyOnceWith("/login");
});
