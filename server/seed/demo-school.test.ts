/** The demo world, exactly: tests and the README rely on it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { ownManifest } from "@storyport/contract/games";
import { getLessonBoard, lessonBoard } from "@storyport/contract/lessons";
import { logInWithBadge } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { tokensFor } from "#test/oauth-client.ts";
import { refuseDemoSchool, seedDemoSchool } from "./demo-school.ts";
import { startDemoLesson } from "./demo-class.ts";
import { demoClass } from "./demo-people.ts";
import { describeDemo } from "./describe-demo.ts";

const password = "Reading-Rocks-26";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  await seedDemoSchool(portal.context);
});
afterAll(() => portal.close());

const logIn = async (email: string): Promise<{ browser: Browser; status: number; body: unknown }> => {
  const browser = portal.browser();
  const { status, body } = await browser.call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
  return { browser, status, body };
};

test("five games have their keys, login types and required permissions", async () => {
  const games = await portal.context.database
    .selectFrom("games")
    .select(["id", "key", "description", "login_types", "required_permissions"])
    .orderBy("id")
    .execute();
  expect(games).toEqual([
    {
      id: 1,
      key: "storyport-no",
      description: "Norwegian",
      login_types: ["PASSWORD", "FEIDE", "GOOGLE", "APPLE", "QRCODE"],
      required_permissions: [],
    },
    {
      id: 2,
      key: "storyport-fr-premium",
      description: "French (premium)",
      login_types: ["PASSWORD", "GOOGLE"],
      required_permissions: ["play_premium"],
    },
    { id: 3, key: "storyport-nl", description: "Dutch", login_types: ["PASSWORD", "GOOGLE"], required_permissions: [] },
    {
      id: 4,
      key: "storyport-en",
      description: "English",
      login_types: ["PASSWORD", "FEIDE", "GOOGLE", "APPLE", "QRCODE"],
      required_permissions: [],
    },
    {
      id: 5,
      key: "storyport-br-classroom",
      description: "Brazil classroom",
      login_types: ["PASSWORD", "GOOGLE", "QRCODE"],
      required_permissions: [],
    },
  ]);
});

test("four organizations have their games", async () => {
  const rows = await portal.context.database
    .selectFrom("organizations")
    .leftJoin("organization_games", "organization_games.organization_id", "organizations.id")
    .select(["organizations.key", "organization_games.game_id"])
    .execute();
  const games: Record<string, number[]> = {};
  for (const { key, game_id } of rows) games[key] = [...(games[key] ?? []), game_id ?? 0].toSorted((a, b) => a - b);
  expect(games).toEqual({ Fjordskolen: [1, 4], LyceeHugo: [2], EscolaSol: [4, 5], Leesplein: [3] });
});

const teaching = ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"];

test.each([
  ["teacher@fjordskolen.example", { displayName: "Kari Nordmann", roles: ["teacher"], permissions: teaching }, { Fjordskolen: [1, 4] }],
  [
    "teacher@lyceehugo.example",
    { displayName: "Camille Durand", roles: ["premium", "teacher"], permissions: [...teaching, "play_premium"] },
    { LyceeHugo: [2] },
  ],
  ["member@fjordskolen.example", { roles: ["member"], permissions: ["login", "set_display_name"] }, { Fjordskolen: [1, 4] }],
  ["newcomer@fjordskolen.example", { roles: ["teacher"], permissions: teaching }, { Fjordskolen: [1, 4] }],
])("%s logs in with the printed password, and has its roles, permissions and games", async (email, expected, games) => {
  const { browser, status } = await logIn(email);
  expect(status).toBe(200);
  const me = (await browser.call(validateAuth)).body as { roles: string[]; permissions: string[]; orgId?: string };
  expect({ ...me, roles: me.roles.toSorted(), permissions: me.permissions.toSorted() }).toMatchObject({
    ...expected,
    permissions: expected.permissions.toSorted(),
  });
  expect(me.orgId).toBeDefined();
  expect(await manifestOf(browser)).toEqual(games);
});

async function manifestOf(browser: Browser): Promise<Record<string, number[]>> {
  const { body } = await browser.call(ownManifest);
  const organizations = body as { key: string; games: { gameId: number }[] }[];
  return Object.fromEntries(organizations.map(({ key, games }) => [key, games.map(({ gameId }) => gameId).toSorted((a, b) => a - b)]));
}

test("the administrator holds every permission", async () => {
  const { browser } = await logIn("admin@storyport.example");
  const { roles, permissions } = (await browser.call(validateAuth)).body as { roles: string[]; permissions: string[] };
  expect(roles).toEqual(["admin"]);
  const all = await portal.context.database.selectFrom("permissions").select("key").execute();
  expect(permissions.toSorted()).toEqual(all.map(({ key }) => key).toSorted());
});

test("the manager belongs to two organizations, so that the picker shows", async () => {
  const { browser } = await logIn("manager@storyport.example");
  expect((await browser.call(validateAuth)).body).not.toHaveProperty("orgId");
  expect(await manifestOf(browser)).toEqual({ Fjordskolen: [1, 4], EscolaSol: [4, 5] });
});

test("provider accounts are connected to their subject at the stand-in's issuer, and have its login type", async () => {
  const rows = await portal.context.database
    .selectFrom("account_identities as i")
    .innerJoin("accounts as a", "a.id", "i.account_id")
    .innerJoin("account_login_types as t", (join) => join.onRef("t.account_id", "=", "a.id").onRef("t.login_type", "=", "i.provider"))
    .select(["a.email", "i.provider", "i.issuer", "i.subject", "i.affiliation"])
    .orderBy("a.email")
    .orderBy("i.provider")
    .execute();
  const tied = (email: string, provider: "FEIDE" | "GOOGLE" | "APPLE", subject: string) => {
    const affiliation = provider === "FEIDE" ? "STAFF" : null;
    return { email, provider, issuer: `http://127.0.0.1:3001/${provider.toLowerCase()}`, subject, affiliation };
  };
  expect(rows).toEqual([
    tied("admin@storyport.example", "GOOGLE", "104729000000000000001"),
    tied("blocked@fjordskolen.example", "FEIDE", "09e5c7d3-417e-4fa2-b6d9-c28d35f1a004"),
    tied("blocked@fjordskolen.example", "GOOGLE", "104729000000000000003"),
    tied("manager@storyport.example", "APPLE", "001473.5d1f0b6c8e2a4937b1d0c5e8f7a61001.0815"),
    tied("teacher@fjordskolen.example", "FEIDE", "3f0c1d52-6d0b-4c55-9d2e-8a7b14c6e001"),
    tied("teacher@lyceehugo.example", "GOOGLE", "104729000000000000002"),
  ]);
});

test("the identity provider and its people are printed at start", async () => {
  const people = "(Feide: kari, ola, nora, bo; Google: admin, camille; Apple: mona)";
  expect(await describeDemo(portal.context)).toContain(`Identity provider  http://127.0.0.1:3001 ${people}`);
});

test("the newcomer has no display name yet", async () => {
  const { status, body } = await logIn("newcomer@fjordskolen.example");
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("displayName");
});

test.each([
  ["blocked@fjordskolen.example", "errors.userNotActive"],
  ["expired@fjordskolen.example", "errors.passwordExpired"],
  ["guest@fjordskolen.example", "errors.noLoginPermissions"],
  ["invited@fjordskolen.example", "errors.invalidUsernameOrPassword"],
])("%s is refused with %s", async (email, code) => {
  expect((await logIn(email)).body).toMatchObject({ code });
});

test("the invited account has an activation letter, the expired one gets a reset letter after a login", async () => {
  await logIn("expired@fjordskolen.example");
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo("invited@fjordskolen.example")[0]?.text).toContain("activateAccount=true");
  expect(portal.mailbox.lettersTo("expired@fjordskolen.example")[0]?.text).toMatch(/\/account\/set-password\?code=[\w-]{43}\n/);
});

test("Kari's access token names all of her students", async () => {
  const { browser } = await logIn("teacher@fjordskolen.example");
  const query = { deeplink: `${portal.context.settings.standIns.gameUrl}/callback` };
  const { claims } = await tokensFor(portal, browser, { game: { id: 1 }, query });
  expect(claims.rightsOmitted).toBeUndefined();
  expect(claims.playerIds).toHaveLength(28);
  expect(new Set(Object.values(claims.playerRights))).toEqual(new Set(["OWNER"]));
});

test("Kari owns the groups 2A and 2B; Nora, Emil and Aksel of 2A, and 25 children of 2B, are students without an e-mail", async () => {
  const { database } = portal.context;
  const owned = await database
    .selectFrom("account_player_group_rights as r")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .innerJoin("player_groups as g", "g.id", "r.player_group_id")
    .select(["a.email", "g.name", "r.rights_level"])
    .orderBy("g.name")
    .execute();
  expect(owned).toEqual(["2A", "2B"].map((name) => ({ email: "teacher@fjordskolen.example", name, rights_level: "OWNER" })));
  const students = await database
    .selectFrom("accounts as a")
    .innerJoin("account_roles as r", "r.account_id", "a.id")
    .innerJoin("account_players as p", "p.account_id", "a.id")
    .innerJoin("player_group_players as m", "m.player_id", "p.player_id")
    .innerJoin("player_groups as g", "g.id", "m.player_group_id")
    .where("r.role_key", "=", "student")
    .select(["a.display_name", "a.email", "a.password_hash", "g.name"])
    .orderBy("g.name")
    .orderBy("a.display_name")
    .execute();
  expect(students.slice(0, 3)).toEqual(
    ["Aksel", "Emil", "Nora"].map((display_name) => ({ display_name, email: null, password_hash: null, name: "2A" })),
  );
  const ofB = students.slice(3);
  expect(ofB.every(({ email, password_hash, name }) => email === null && password_hash === null && name === "2B")).toBe(true);
  expect(new Set(ofB.map(({ display_name }) => display_name))).toEqual(new Set(demoClass.students));
  expect(new Set(demoClass.students).size).toBe(25);
});

test("each student of 2A has a badge that logs in, and its link is printed at start", async () => {
  const printed = await describeDemo(portal.context);
  for (const displayName of ["Nora", "Emil", "Aksel"]) {
    const code = new RegExp(`${displayName} +http://localhost:3000/login/qr\\?code=([\\w-]{43})\\b`).exec(printed)?.[1];
    const { status, body } = await portal.browser().call(logInWithBadge, { query: { code } });
    expect({ status, body }).toMatchObject({ status: 200, body: { displayName, roles: ["student"], loginType: "QRCODE" } });
  }
});

test("a lesson of 2B runs after each start: two children at the door, a code that waits, a refused badge; a second start leaves it alone", async () => {
  await startDemoLesson(portal.context);
  const { browser } = await logIn("teacher@fjordskolen.example");
  const lessons = () => portal.context.database.selectFrom("lessons").select(["id", "ended_at"]).execute();
  const [lesson] = await lessons();
  const board = lessonBoard.parse((await browser.call(getLessonBoard, { params: { lessonId: lesson?.id } })).body);
  expect(board.children).toHaveLength(25);
  const seen = board.children
    .filter(({ state, help }) => state !== "not-yet" || help !== undefined)
    .map(({ displayName, state, help }) => [displayName, help ?? state]);
  expect(Object.fromEntries(seen)).toEqual({ Bo: "at-the-door", Ea: "at-the-door", Åse: "code-waits", Ümit: "badge-refused" });
  await startDemoLesson(portal.context);
  expect(await lessons()).toEqual([lesson]);
  await portal.clock.travel(241 * 60);
  await startDemoLesson(portal.context);
  expect((await lessons()).filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
});

test.each(["account_roles", "organization_members"] as const)(
  "a demo whose visitor took the teacher's %s away starts again",
  async (table) => {
    const demo = await buildTestPortal();
    await seedDemoSchool(demo.context);
    const { database } = demo.context;
    const teacher = database.selectFrom("accounts").select("id").where("email", "=", "teacher@fjordskolen.example");
    await database.deleteFrom(table).where("account_id", "=", teacher).execute();
    await startDemoLesson(demo.context);
    expect(await database.selectFrom("lessons").select("id").execute()).toEqual([]);
    expect(await describeDemo(demo.context)).toContain("teacher@fjordskolen.example");
    await demo.close();
  },
);

test("seeding again, four times at once, adds no account", async () => {
  const count = async () => (await portal.context.database.selectFrom("accounts").select("id").execute()).length;
  const before = await count();
  await Promise.all(Array.from({ length: 4 }, () => seedDemoSchool(portal.context)));
  expect(await count()).toBe(before);
});

test("a database with an account gets none of the demo's", async () => {
  const other = await buildTestPortal();
  await other.context.database.insertInto("accounts").values({ email: "somebody@school.example" }).execute();
  await seedDemoSchool(other.context);
  expect(await other.context.database.selectFrom("accounts").select("email").execute()).toEqual([{ email: "somebody@school.example" }]);
  await other.close();
});

test("a database with the demo world is refused outside the demo, and an empty one is not", async () => {
  await expect(refuseDemoSchool(portal.context)).rejects.toThrow("The database holds the demo world");
  const empty = await buildTestPortal();
  await expect(refuseDemoSchool(empty.context)).resolves.toBeUndefined();
  await empty.close();
});
