// @vitest-environment happy-dom
/** Each page's requests start in its route's loader, before its screen is drawn (CONTRIBUTING, "Add an admin list"). */
import type { ResponseOf } from "@storyport/contract/endpoint";
import { getOrganization } from "@storyport/contract/organizations";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { getUserGroup } from "@storyport/contract/user-groups";
import { listGames } from "@storyport/contract/games";
import { validateAuth } from "@storyport/contract/login";
import type { SessionUser } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { permissionKeys } from "@storyport/contract/vocabulary";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { act, cleanup, render } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import type { Call } from "#/api/call.ts";
import { createQueryClient } from "#/api/query-client.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { createAreaRouter } from "./router.tsx";

const admin: SessionUser = { ...kari, permissions: [...permissionKeys] };
const teacher: SessionUser = { ...kari, permissions: ["login", "manage_players", "view_user_group"] };
const child: SessionUser = { ...kari, loginType: "QRCODE", permissions: ["login"] };

/** Opens a page. Only the things given here are answered, by their endpoint's name. Returns the requests before and after it was drawn. */
async function open(address: string, user: SessionUser, things: Record<string, unknown> = {}): Promise<{ early: string[]; all: string[] }> {
  const sent: string[] = [];
  const call: Call = async (endpoint, ...[input]) => {
    sent.push(JSON.stringify([endpoint.name, input]));
    return (things[endpoint.name] ?? (await new Promise<never>(() => undefined))) as ResponseOf<typeof endpoint>;
  };
  const known = aPortal({ [validateAuth.path]: user, [listOwnPermissions.path]: user.permissions });
  const portal = { ...known, call, visitor: { is: "known" as const, user } };
  const router = createAreaRouter({ ...portal, queries: createQueryClient() }, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const early = [...sent];
  onTestFinished(cleanup);
  const page = (
    <PortalContext value={portal}>
      <RouterProvider router={router} />
    </PortalContext>
  );
  await act(async () => void render(page));
  const heading = document.querySelector("h1")?.textContent;
  expect([undefined, m["errorPage.heading"]()]).not.toContain(heading);
  return { early, all: sent };
}

const id = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const pages = Object.keys(createAreaRouter().routesByPath).map((path) => path.replaceAll(/\$\w+/g, id));
/** The pages of personal data have requests, but send them only for the reader: the history records each export. */
const withoutRequest = [
  "/admin",
  "/admin/set-password",
  "/games/create-game",
  "/players",
  "/erasures",
  "/users/me/personal-data",
  `/personal-data/${id}`,
  `/bench/examples/${id}`,
  "/bench/examples/browser-game",
];
const searches = ["/users?page=3&filter=x", "/players?page=2&filter=x", "/organizations?page=2&filter=x", "/user-groups?page=2&filter=x"];
const more = [
  "/player-groups?page=2&archived=shown",
  `/player-groups/import?playerGroupId=${id}`,
  `/player-groups/${id}/move?student=${id}`,
  `/player-groups/${id}/transfers?student=${id}`,
  // The third page of the history: `before` has the last events of the first and of the second page.
  "/history?event=login&before=9.5",
  `/rosters/${id}`,
  `/organizations/${id}?tab=tools`,
  "/bench/4/openid",
  "/bench/4/refused-logins",
  "/bench/examples/browser-game",
  `/rosters/runs/${id}`,
  `/admin/set-password?userId=${id}`,
];

test.each([...pages, ...searches, ...more])("%s sends each of its requests once, and before its screen is drawn", async (address) => {
  const { early, all } = await open(address, admin);
  expect(all).toEqual(early);
  expect(new Set(all).size).toBe(all.length);
  const isStatic = withoutRequest.includes(address);
  expect(early.length > 0).toBe(!isStatic);
});

test.each(["/players?filter=x", "/player-groups", "/user-groups", `/user-groups/${id}`, "/users/me"])(
  "for a teacher too, %s sends its requests before its screen is drawn",
  async (address) => {
    const { early, all } = await open(address, teacher);
    expect(early).not.toEqual([]);
    expect(all).toEqual(early);
  },
);

/** As much of any thing as its page needs. */
const thing = {
  id,
  key: "Fjordskolen",
  name: "2A",
  groupName: "Readers",
  groupType: "REGULAR",
  organization: { id, organization_key: "Fjordskolen" },
  membersInfo: { memberCount: 1, groupManagers: [] },
  playerGroupRights: [],
  roles: [],
  permissions: [],
  created: "2026-11-22T08:00:00.000Z",
  createdBy: null,
};
const game = {
  gameId: 7,
  gameKey: "sea",
  callbacks: [],
  organizationCount: 1,
  loginTypes: [],
  requiredPermissions: [],
  resourceLinks: [],
  retiredAt: "2026-11-22T08:00:00.000Z",
};

test.each([
  [`/organizations/${id}?tab=members&page=2`, { [getOrganization.name]: thing }],
  [`/organizations/${id}?tab=groups&page=2`, { [getOrganization.name]: thing }],
  [`/organizations/${id}?tab=player-groups&page=2`, { [getOrganization.name]: thing }],
  [`/user-groups/${id}?page=2`, { [getUserGroup.name]: thing }],
  ["/games/7?page=2", { [listGames.name]: [game] }],
])("%s starts the list of a thing together with the thing", async (address, things) => {
  const { early, all } = await open(address, admin, things);
  expect(early).toHaveLength(2);
  expect(all).toEqual(early);
});

test("the page of a class starts its students, its missing students and its lesson together with the class", async () => {
  const { early, all } = await open(`/player-groups/${id}`, admin, { [getPlayerGroup.name]: thing });
  expect(early).toHaveLength(4);
  expect(all).toEqual(early);
});

test.each(["/users", `/users/${id}`, "/organizations", `/organizations/${id}`, "/games", "/history", "/admin/create-account"])(
  "%s sends nothing for a user without its permission",
  async (address) => {
    expect(await open(address, teacher)).toEqual({ early: [], all: [] });
  },
);

test("the list of classes sends nothing for a user without its permission", async () => {
  const member: SessionUser = { ...kari, permissions: ["login", "set_display_name"] };
  expect(await open("/player-groups", member)).toEqual({ early: [], all: [] });
});

test("a child's badge asks for nothing but the user", async () => {
  expect(await open("/users/me", child)).toEqual({ early: [], all: [] });
});
