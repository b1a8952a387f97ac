import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkLogin } from "@storyport/contract/login-checks";
import type { LoginCheck } from "@storyport/contract/login-checks";
import { logInWithPassword } from "@storyport/contract/login";
import { voidBadges } from "@storyport/contract/qr-login";
import { deactivateUser } from "@storyport/contract/users";
import { refusalToOpen } from "#/features/rights/may-open.ts";
import { createProviders } from "#/platform/openid/providers.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import {
  aPassword,
  aSession,
  aTeacher,
  anAccount,
  anAdministrator,
  anIdentity,
  anOrganization,
  aPlayerGroup,
  logIn,
} from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { ask } from "#test/login-checks.ts";
import { handOver } from "#test/oauth-client.ts";
import { logInBy, setUpPasskey } from "#test/passkey-device.ts";
import { aClass, aClassWithBadges, scan } from "#test/school-class.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const withGoogleAlone = { GOOGLE: { issuer: "https://issuer.example", clientId: "storyport", clientSecret: "a-secret-of-the-test" } };
const obstaclesOf = ({ checks }: LoginCheck) => checks.flatMap(({ obstacle }) => obstacle ?? []);
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.context.database);

describe("a teacher asks why a student cannot log in", () => {
  test("of a student with a badge, every rule is met, and the badge does log in", async () => {
    const { desk, students, nora } = await aClassWithBadges(portal);
    const check = await ask(desk, students[0] ?? { id: "" });
    expect(check.account).toEqual({ id: students[0]?.id, name: "Nora", isStudent: true });
    expect(check.checks.map(({ rule }) => rule)).toEqual([
      "accountActive",
      "inOrganization",
      "mayLogIn",
      "onlyStudent",
      "badgeAllowed",
      "badgeLive",
    ]);
    expect(obstaclesOf(check)).toEqual([]);
    expect((await scan(portal.browser(), nora)).status).toBe(200);
  });

  const obstacles: readonly (readonly [string, (school: Awaited<ReturnType<typeof aClassWithBadges>>) => Promise<unknown>])[] = [
    [
      "badgeVoided",
      ({ desk, group, students }) =>
        desk.call(voidBadges, { params: { playerGroupId: group.id }, body: { studentUserId: students[0]?.id ?? "" } }),
    ],
    ["badgeExpired", ({ students }) => run(sql`update badges set expires_at = now() where account_id = ${students[0]?.id}::uuid`)],
    ["badgeNotAllowed", ({ students }) => run(sql`delete from account_login_types where account_id = ${students[0]?.id}::uuid`)],
    [
      "moreThanStudent",
      ({ students, organization }) =>
        run(
          sql`insert into account_roles (account_id, role_key, organization_id) values (${students[0]?.id}::uuid, 'member', ${organization.id}::uuid)`,
        ),
    ],
    ["noBadge", ({ students }) => run(sql`delete from badges where account_id = ${students[0]?.id}::uuid`)],
    ["deactivated", ({ students }) => run(sql`update accounts set status = 'DEACTIVATED' where id = ${students[0]?.id}::uuid`)],
  ];
  test.each(obstacles)("%s is named, and the badge does not log in", async (obstacle, hinder) => {
    const school = await aClassWithBadges(portal);
    await hinder(school);
    expect(obstaclesOf(await ask(school.desk, school.students[0] ?? { id: "" }))).toEqual([obstacle]);
    expect((await scan(portal.browser(), school.nora)).status).toBe(401);
  });

  test("an expired badge is named with its last day", async () => {
    const { desk, students } = await aClassWithBadges(portal);
    await run(sql`update badges set expires_at = '2026-06-30T22:00:00Z' where account_id = ${students[0]?.id}::uuid`);
    const { checks } = await ask(desk, students[0] ?? { id: "" });
    expect(checks.find(({ rule }) => rule === "badgeLive")).toEqual({
      rule: "badgeLive",
      isMet: false,
      obstacle: "badgeExpired",
      at: expect.stringMatching(/^2026-06-30T22:00/),
    });
  });

  test("an archived class is named to an administrator, and the badge does not log in", async () => {
    const { group, students, nora } = await aClassWithBadges(portal);
    await run(sql`update player_groups set group_type = 'ARCHIVED' where id = ${group.id}::uuid`);
    expect(obstaclesOf(await ask(admin, students[0] ?? { id: "" }))).toEqual(["classArchived"]);
    expect((await scan(portal.browser(), nora)).status).toBe(401);
  });

  test("the last ten attempts stand below, newest first, refused ones with the reason", async () => {
    const { desk, group, students, nora } = await aClassWithBadges(portal);
    await scan(portal.browser(), nora);
    await desk.call(voidBadges, { params: { playerGroupId: group.id }, body: {} });
    await scan(portal.browser(), nora);
    const { attempts } = await ask(desk, students[0] ?? { id: "" });
    expect(attempts).toMatchObject([
      { event: "login_refused", isRefused: true, reason: "void badge", loginType: "QRCODE" },
      { event: "login_succeeded", isRefused: false, loginType: "QRCODE" },
    ]);
    for (let index = 0; index < 11; index++) await scan(portal.browser(), nora);
    expect((await ask(desk, students[0] ?? { id: "" })).attempts).toHaveLength(10);
  });

  test("errors.notFound: a student of another class, the caller, a colleague, another school, an unknown account or game", async () => {
    const { desk, teacher, students, organization } = await aClass(portal);
    const other = await aClass(portal);
    const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const otherStudent = await anAccount(portal, {
      email: null,
      loginTypes: ["QRCODE"],
      memberships: [{ organization, roles: ["student"] }],
    });
    const { playerIds } = await aPlayerGroup(portal, { organization, players: 1 });
    await run(sql`insert into account_players (account_id, player_id) values (${otherStudent.id}::uuid, ${playerIds[0]}::uuid)`);
    for (const account of [otherStudent, teacher, colleague, other.students[0], other.teacher, { id: crypto.randomUUID() }]) {
      const answer = await desk.call(checkLogin, { params: { userId: account?.id ?? "" }, query: {} });
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: "errors.notFound" });
    }
    const params = { userId: students[0]?.id ?? "" };
    for (const query of [{ organizationId: other.organization.id }, { gameId: "2000000000" }]) {
      expect((await desk.call(checkLogin, { params, query })).status).toBe(404);
    }
  });

  test("a level of READ on the class suffices", async () => {
    const { desk, students } = await aClass(portal, { level: "READ" });
    expect(obstaclesOf(await ask(desk, students[0] ?? { id: "" }))).toEqual(["noBadge"]);
  });
});

describe("rules of opening a game agree with the hand-over (may_open)", () => {
  interface Situation {
    account: TestAccount;
    organization: { id: string };
    game: { id: number };
  }
  const situations: readonly (readonly [string | undefined, (situation: Situation) => Promise<unknown>])[] = [
    [undefined, async () => undefined],
    ["gameNotOffered", ({ game }) => run(sql`delete from organization_games where game_id = ${game.id}`)],
    ["gameRetired", ({ game }) => run(sql`update games set retired_at = now() where id = ${game.id}`)],
    ["noCommonLoginType", ({ game }) => run(sql`update games set login_types = array['QRCODE'] where id = ${game.id}`)],
    ["permissionMissing", ({ game }) => run(sql`update games set required_permissions = array['play_premium'] where id = ${game.id}`)],
    ["noLoginPermission", ({ account }) => run(sql`update account_roles set role_key = 'guest' where account_id = ${account.id}::uuid`)],
    ["deactivated", ({ account }) => run(sql`update accounts set status = 'DEACTIVATED' where id = ${account.id}::uuid`)],
    ["notMember", ({ account }) => run(sql`delete from organization_members where account_id = ${account.id}::uuid`)],
  ];
  test.each(situations)("obstacle: %s", async (obstacle, hinder) => {
    const situation = await aTeacher(portal);
    await hinder(situation);
    const { account, organization, game } = situation;
    const check = await ask(admin, account, { organizationId: organization.id, gameId: game.id });
    expect(obstaclesOf(check)).toEqual(obstacle === undefined ? [] : expect.arrayContaining([obstacle]));
    const opening = { accountId: account.id, organizationId: organization.id, gameId: game.id };
    const refusal = await refusalToOpen(portal.context.database, { ...opening, clientId: String(game.id), loginType: "PASSWORD" });
    expect(refusal === undefined).toBe(obstacle === undefined);
  });

  test("a passkey opens a game for passwords to an account of Google, and one that may have been copied does not", async () => {
    const { account, game } = await aTeacher(portal, { password: null, loginTypes: ["GOOGLE"] });
    await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
    await run(sql`update games set login_types = array['PASSWORD'] where id = ${game.id}`);
    const passkey = await setUpPasskey(await aSession(portal, account, { loginType: "GOOGLE" }));
    const browser = portal.browser();
    expect((await logInBy(browser, passkey)).status).toBe(200);
    expect((await handOver(browser, game)).code).not.toBe("");
    expect(obstaclesOf(await ask(admin, account, { gameId: game.id }))).toEqual([]);
    await run(sql`update passkeys set copied_at = now() where account_id = ${account.id}::uuid`);
    expect(obstaclesOf(await ask(admin, account, { gameId: game.id }))).toEqual(["noCommonLoginType"]);
  });

  test("without a game the dashboard is checked", async () => {
    const { account, organization } = await aTeacher(portal, { roles: ["member"] });
    expect(obstaclesOf(await ask(admin, account, { organizationId: organization.id }))).toEqual(["noDashboardPermission"]);
  });

  test("a game without a callback is named", async () => {
    const { account, game } = await aTeacher(portal, { game: { callbacks: [] } });
    expect(obstaclesOf(await ask(admin, account, { gameId: game.id }))).toEqual(["noCallback"]);
  });
});

describe("an adult", () => {
  test("has an expired password named, and logging in is refused", async () => {
    const { account } = await aTeacher(portal, { passwordExpired: true });
    expect(obstaclesOf(await ask(admin, account))).toEqual(["passwordExpired"]);
    const answer = await portal.browser().call(logInWithPassword, {
      body: { email: account.email, password: aPassword, deviceName: "a test" },
    });
    expect(answer.status).toBe(403);
  });

  test("without a password and without a connected provider has no way in", async () => {
    const { account } = await aTeacher(portal, { password: null, loginTypes: ["PASSWORD", "FEIDE"] });
    expect(obstaclesOf(await ask(admin, account))).toEqual(["noWayIn"]);
  });

  test.each([
    ["without a password", { password: null }, "noWayIn"],
    ["with an expired password", { passwordExpired: true }, "passwordExpired"],
  ] as const)(
    "%s has a way in by a passkey, which does log in, and none by a passkey that may have been copied",
    async (_, parts, obstacle) => {
      const { account } = await aTeacher(portal, parts);
      const passkey = await setUpPasskey(await aSession(portal, account, { loginType: "PASSWORD" }));
      expect(obstaclesOf(await ask(admin, account))).toEqual([]);
      expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
      await run(sql`update passkeys set copied_at = now() where account_id = ${account.id}::uuid`);
      expect(obstaclesOf(await ask(admin, account))).toEqual([obstacle]);
    },
  );

  test("connected at a provider has a way in only if this portal offers the provider", async () => {
    const { account } = await aTeacher(portal, { password: null, loginTypes: ["GOOGLE", "APPLE"] });
    await anIdentity(portal, { accountId: account.id, provider: "APPLE" });
    expect(obstaclesOf(await ask(admin, account))).toEqual([]);
    const { providers } = portal.context;
    portal.context.providers = createProviders(withGoogleAlone, portal.clock);
    onTestFinished(() => void (portal.context.providers = providers));
    expect(obstaclesOf(await ask(admin, account))).toEqual(["noWayIn"]);
    await run(sql`update account_identities set provider = 'GOOGLE' where account_id = ${account.id}::uuid`);
    expect(obstaclesOf(await ask(admin, account))).toEqual([]);
  });

  test("who never opened the invitation is named as invited", async () => {
    const { account } = await aTeacher(portal, { status: "CREATED", password: null });
    expect(obstaclesOf(await ask(admin, account))).toEqual(["invited", "noWayIn"]);
  });

  test("deactivated by an administrator differs from deactivated by the school", async () => {
    const { account } = await aTeacher(portal);
    await admin.call(deactivateUser, { params: { userId: account.id }, body: {} });
    expect(obstaclesOf(await ask(admin, account))).toEqual(["deactivatedByPlatform"]);
  });

  test("in two schools, one of them the manager's: only that school is shown, and no failed login, which belongs to neither", async () => {
    const [own, other] = [await anOrganization(portal), await anOrganization(portal)];
    const manager = await anAccount(portal, { memberships: [{ organization: own, roles: ["organization_admin"] }] });
    const account = await anAccount(portal, {
      memberships: [
        { organization: own, roles: ["teacher"] },
        { organization: other, roles: ["teacher"] },
      ],
    });
    const wrong = { email: account.email, password: "Wrong-Password-1", deviceName: "a test" };
    await portal.browser().call(logInWithPassword, { body: wrong });
    const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: own.id });
    const check = await ask(desk, account);
    expect(check.organizations).toEqual([{ id: own.id, organization_key: own.key }]);
    expect(check.attempts).toEqual([]);
    expect((await ask(admin, account)).attempts).toMatchObject([{ event: "login_failed", reason: "wrong password" }]);
    const elsewhere = { params: { userId: account.id }, query: { organizationId: other.id } };
    expect((await desk.call(checkLogin, elsewhere)).status).toBe(404);
  });

  test("who came from another school: the attempts there are not shown here", async () => {
    const [former, present] = [await anOrganization(portal), await anOrganization(portal)];
    const manager = await anAccount(portal, { memberships: [{ organization: present, roles: ["organization_admin"] }] });
    const account = await anAccount(portal, { memberships: [{ organization: former, roles: ["teacher"] }] });
    await logIn(portal.browser(), account);
    await run(sql`update organization_members set organization_id = ${present.id}::uuid where account_id = ${account.id}::uuid`);
    const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: present.id });
    expect((await ask(desk, account)).attempts).toEqual([]);
    expect((await ask(admin, account)).attempts).toMatchObject([{ event: "login_succeeded" }]);
  });

  test("who administers the platform: a school's manager does not see the failed logins", async () => {
    const organization = await anOrganization(portal);
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const account = await anAdministrator(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const wrong = { email: account.email, password: "Wrong-Password-1", deviceName: "a test" };
    await portal.browser().call(logInWithPassword, { body: wrong });
    const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
    expect((await ask(desk, account)).attempts).toEqual([]);
    expect((await ask(admin, account)).attempts).toHaveLength(1);
  });

  test("outside of all schools can be asked about by an administrator", async () => {
    const account = await anAccount(portal);
    const check = await ask(admin, account);
    expect(check.organization).toBeNull();
    expect(obstaclesOf(check)).toEqual(["notMember", "noLoginPermission", "noDashboardPermission"]);
  });
});
