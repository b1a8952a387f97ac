/** How long the games stay fresh (specification, section 7), and what the page shows without games, login types or classes. */
import { listClassOverviews } from "@storyport/contract/class-overviews";
import { endpointUrl } from "@storyport/contract/endpoint";
import { requestedLoginTypes } from "@storyport/contract/game-login";
import { ownManifest, publicManifest } from "@storyport/contract/games";
import { listLoginTypes } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { loadAccountPage, loadLoginPage } from "./load-login-page.ts";
import { aPortal, kari } from "./logged-in.fixture.ts";

const password = { type: "PASSWORD", description: "Password" };
const minutes = 60_000;

function aVisitOfNobody(answers: Record<string, unknown>) {
  const portal = aPortal({ [publicManifest.path]: [], [listLoginTypes.path]: [password], ...answers }, "");
  return { portal, load: () => loadLoginPage({ ...portal, visitor: { is: "nobody", expired: false } }) };
}

test("with an account the manifest is fresh for one second", async () => {
  const portal = aPortal({ [ownManifest.path]: [] });
  await loadAccountPage(portal);
  portal.wait(999);
  await loadAccountPage(portal);
  expect(portal.count(ownManifest)).toBe(1);
  portal.wait(1);
  await loadAccountPage(portal);
  expect(portal.count(ownManifest)).toBe(2);
});

test("without an account the manifest is fresh for 30 minutes", async () => {
  const { portal, load } = aVisitOfNobody({});
  await load();
  portal.wait(30 * minutes - 1);
  await load();
  expect(portal.count(publicManifest)).toBe(1);
  portal.wait(1);
  await load();
  expect(portal.count(publicManifest)).toBe(2);
  expect(portal.count(ownManifest)).toBe(0);
});

test("login types that break the contract are a failure beside a form that still works", async () => {
  const { load } = aVisitOfNobody({ [listLoginTypes.path]: [{ type: "MAGIC", description: "Magic" }] });
  expect(await load()).toMatchObject({ loginTypes: ["PASSWORD"], failure: { of: "games", failure: { code: "errors.unexpected" } } });
});

test("only login types that are enabled and not hidden are offered", async () => {
  const methods = [password, { ...password, type: "FEIDE", enabled: false }, { ...password, type: "QRCODE", hidden: true }];
  const { load } = aVisitOfNobody({ [listLoginTypes.path]: methods });
  expect(await load()).toMatchObject({ loginTypes: ["PASSWORD"], failure: undefined });
});

const game = { gameId: 4, gameKey: "storyport-en", description: "English", loginTypes: ["PASSWORD"], requiredPermissions: [] };
const platform = { id: "00000000-0000-0000-0000-000000000000", key: "Storyport", description: "Storyport", games: [game] };
const callbackUrl = "https://game.test/cb";
const asked = (gameId: number) => endpointUrl(requestedLoginTypes, { query: { gameId, deeplink: callbackUrl } }).replace("/api/auth/", "");

test("a request of a game that is not public comes with the login types of that game", async () => {
  const { portal, load } = aVisitOfNobody({ [publicManifest.path]: [platform], [asked(7)]: { loginTypes: ["FEIDE"] } });
  portal.loginState.save({ gameId: "7", callbackUrl });
  expect((await load()).requested).toEqual({ gameId: "7", callbackUrl, loginTypes: ["FEIDE"] });
});

test.each([
  ["a public game", { gameId: "4", callbackUrl }],
  ["no game", { callbackUrl }],
  ["a game without a callback", { gameId: "7" }],
  ["a request that the server does not know", { gameId: "8", callbackUrl }],
])("%s comes with no other login types than the public ones", async (_, state) => {
  const answers = { [publicManifest.path]: [platform], [asked(4)]: { loginTypes: ["FEIDE"] }, [asked(7)]: { loginTypes: ["FEIDE"] } };
  const { portal, load } = aVisitOfNobody(answers);
  portal.loginState.save(state);
  const page = await load();
  expect(page.requested).toBeUndefined();
  expect(page.failure).toBeUndefined();
  expect(page.games.map(({ gameId }) => gameId)).toEqual([4]);
});

const teacher = { ...kari, permissions: [...kari.permissions, "manage_players" as const] };
const overviews = { classes: [], total: 0 };

test("a teacher's start page comes with her classes", async () => {
  const portal = aPortal({ [ownManifest.path]: [], [listClassOverviews.path]: overviews });
  const page = await loadAccountPage({ ...portal, visitor: { is: "known", user: teacher } });
  expect(page).toEqual({ organizations: [], classes: overviews });
});

test("without her classes, the start page still has the games; and without games her classes", async () => {
  const visitor = { is: "known" as const, user: teacher };
  const noClasses = aPortal({ [ownManifest.path]: [], [listClassOverviews.path]: 503 });
  expect(await loadAccountPage({ ...noClasses, visitor })).toEqual({ organizations: [], classes: "failed" });
  const noGames = aPortal({ [ownManifest.path]: 503, [listClassOverviews.path]: overviews });
  expect(await loadAccountPage({ ...noGames, visitor })).toMatchObject({ failure: { status: 503 }, classes: overviews });
});

test.each([
  ["without the permission", kari],
  ["at a child's badge session", { ...teacher, loginType: "QRCODE" as const }],
])("%s the start page asks for no classes", async (_, user) => {
  const portal = aPortal({ [ownManifest.path]: [], [listClassOverviews.path]: overviews });
  expect((await loadAccountPage({ ...portal, visitor: { is: "known", user } })).classes).toBeUndefined();
  expect(portal.count(listClassOverviews)).toBe(0);
});
