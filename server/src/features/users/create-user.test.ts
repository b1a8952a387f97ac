/** Creating accounts by the rules of the specification, sections 2, 3 and 5, within what the creator may give. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { createUser } from "@storyport/contract/users";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, anOrganization, aPassword, aPlayerGroup, aSession } from "#test/builders.ts";
import { tokenInLetterTo } from "#test/mailed-links.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
let organization: { id: string };
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
  organization = await anOrganization(portal);
});
afterAll(() => portal.close());

const anAddress = () => `new-${randomUUID().slice(0, 8)}@school.example`;

function create(parts: Record<string, unknown>, browser = desk): Promise<Answer> {
  const body = { email: anAddress(), loginType: "PASSWORD", roles: ["teacher"], organizationId: organization.id, ...parts };
  return browser.call(createUser, { body });
}

async function rowOf(id: string) {
  const { database } = portal.context;
  const account = await database.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const types = await database.selectFrom("account_login_types").select("login_type").where("account_id", "=", id).execute();
  const roles = await database.selectFrom("account_roles").select(["role_key", "organization_id"]).where("account_id", "=", id).execute();
  return { ...account, loginTypes: types.map(({ login_type }) => login_type), roles };
}

async function openLetter(email: string): Promise<Answer> {
  await portal.sendLetters();
  const body = { email, password: "Harbour-Lantern-9", token: tokenInLetterTo(portal, email) };
  return portal.browser().call(setPassword, { body });
}

const logIn = (email: string) =>
  portal.browser().call(logInWithPassword, { body: { email, password: "Harbour-Lantern-9", deviceName: "a test" } });

describe("createUser", () => {
  test("creates an account with its role, and sends a letter by which the owner activates it and logs in", async () => {
    const email = anAddress();
    const answer = await create({ email: ` ${email.toUpperCase()} `, displayName: " <b>Kari</b>  Nordmann ", locale: "nb" });
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String), email } });
    const { id } = answer.body as { id: string };
    expect(await rowOf(id)).toMatchObject({
      email,
      display_name: "Kari Nordmann",
      status: "CREATED",
      default_locale: "nb",
      activated_at: null,
      loginTypes: ["PASSWORD"],
      roles: [{ role_key: "teacher", organization_id: organization.id }],
    });
    expect((await openLetter(email)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: "ACTIVE", activated_at: expect.any(Date) });
    expect((await logIn(email)).status).toBe(200);
    const events = await eventsAbout(portal, id);
    expect(events.find(({ event }) => event === "account_created")).toMatchObject({
      organization_id: organization.id,
      details: { loginType: "PASSWORD", activated: false, roles: ["teacher"], userGroups: [] },
    });
    expect(JSON.stringify(events)).not.toMatch(/Nordmann|school\.example/);
  });

  test("an account activated at once has no password, and its owner gets a letter to choose one", async () => {
    const email = anAddress();
    const { body } = await create({ email, activated: true });
    expect(await rowOf((body as { id: string }).id)).toMatchObject({
      status: "ACTIVE",
      activated_at: expect.any(Date),
      password_hash: null,
    });
    expect((await logIn(email)).status).toBe(401);
    expect((await openLetter(email)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  test.each([true, false])(
    "an account for Google logs in by its letter first (activated %j), and keeps the login type Google",
    async (activated) => {
      const email = anAddress();
      const { body } = await create({ email, loginType: "GOOGLE", activated });
      const { id } = body as { id: string };
      expect((await rowOf(id)).loginTypes).toEqual(["GOOGLE"]);
      expect((await openLetter(email)).status).toBe(200);
      expect((await logIn(email)).status).toBe(200);
      expect((await rowOf(id)).loginTypes.toSorted()).toEqual(["GOOGLE", "PASSWORD"]);
    },
  );

  test("a student with a badge needs no address, and gets no letter", async () => {
    const { status, body } = await create({ email: undefined, displayName: "Nora", loginType: "QRCODE", roles: ["student"] });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String) });
    const email = anAddress();
    expect((await create({ email, loginType: "QRCODE", roles: ["student"] })).status).toBe(201);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email)).toEqual([]);
  });

  test("roles of its groups count as roles, and the account becomes a member of the groups", async () => {
    const group = await aUserGroup(portal, { organization, roles: ["teacher"] });
    const { status, body } = await create({ roles: [], userGroups: [group.id], permissions: ["manage_players", "login"] });
    expect(status).toBe(201);
    const members = await portal.context.database
      .selectFrom("user_group_members")
      .select("account_id")
      .where("user_group_id", "=", group.id)
      .execute();
    expect(members).toEqual([{ account_id: (body as { id: string }).id }]);
  });

  test.each(["Bo", "Å"])("a student may be called %s, as in a class", async (displayName) => {
    const answer = await create({ email: undefined, displayName, loginType: "QRCODE", roles: ["student"] });
    expect(answer.status).toBe(201);
  });

  const broken: [string, Record<string, unknown>][] = [
    ["errors.loginTypeNotAssignable", { loginType: "FEIDE" }],
    ["errors.loginTypeNotAssignable", { loginType: "APPLE" }],
    ["errors.loginTypeNotAssignable", { loginType: "API" }],
    ["errors.roleRequired", { roles: [] }],
    ["errors.roleNotAssignable", { roles: ["admin"] }],
    ["errors.roleNotAssignable", { roles: ["teacher", "admin"], organizationId: undefined }],
    ["errors.roleNotAssignable", { roles: ["headmaster"] }],
    ["errors.nameOrEmailRequired", { email: undefined }],
    ["errors.nameOrEmailRequired", { email: undefined, loginType: "QRCODE", roles: ["student"] }],
    ["errors.emailRequired", { email: undefined, displayName: "Kari" }],
    ["errors.emailRequired", { email: undefined, displayName: "Kari", roles: ["student"] }],
    ["errors.emailRequired", { email: undefined, displayName: "Kari", loginType: "GOOGLE", roles: ["member"] }],
    ["errors.nameOrEmailRequired", { email: "" }],
    ["errors.emailRequired", { email: "", displayName: "Kari" }],
    ["errors.emailRequired", { email: " ", displayName: "Kari", roles: ["student"] }],
    ["errors.qrCodeForStudentsOnly", { loginType: "QRCODE" }],
    ["errors.qrCodeForStudentsOnly", { loginType: "QRCODE", roles: ["student", "teacher"] }],
    ["errors.displayNameLength", { displayName: "K" }],
    ["errors.displayNameLength", { displayName: "<b></b>" }],
    ["errors.displayNameSpecialCharacters", { displayName: "Kari 🦊🦊" }],
    ["errors.displayNameSpecialCharacters", { displayName: "Kari\u202eX" }],
    ["errors.studentNameInvalid", { displayName: "<b></b>", loginType: "QRCODE", roles: ["student"] }],
    ["errors.studentNameInvalid", { displayName: "k".repeat(65), loginType: "QRCODE", roles: ["student"] }],
    ["errors.notFound", { organizationId: randomUUID() }],
    ["errors.notFound", { userGroups: [randomUUID()] }],
    ["errors.notAllowed", { permissions: ["fly"] }],
    ["errors.notAllowed", { permissions: ["admin"] }],
    ["errors.invalidInput", { email: "not an address" }],
    ["errors.invalidInput", { email: "a@b.example, c@d.example" }],
    ["errors.invalidInput", { locale: "tlh" }],
    ["errors.invalidInput", { loginType: "PASSKEY" }],
    ["errors.invalidInput", { roles: "teacher" }],
  ];

  test.each(broken)("%s: %j", async (code, parts) => {
    const email = anAddress();
    const answer = await create("email" in parts ? parts : { email, ...parts });
    expect(answer.body).toMatchObject({ code });
    const found = await portal.context.database.selectFrom("accounts").select("id").where("email", "=", email).execute();
    expect(found).toEqual([]);
  });

  test.each(["id", "status", "createdAt", "activatedAt", "password", "passwordHash", "version", "orgId", "isAdmin", "emailVerified"])(
    "an unknown member (%s) is refused",
    async (member) => {
      expect(await create({ [member]: "admin" })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
    },
  );

  test("a taken address, however it is written: errors.emailTaken", async () => {
    const { email } = await anAccount(portal);
    for (const taken of [email, email.toUpperCase(), email.replace("@", "＠")]) {
      expect(await create({ email: taken })).toMatchObject({ status: 409, body: { code: "errors.emailTaken" } });
    }
  });

  test("one of fifty concurrent creations with one address succeeds, the others are refused", async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => (body as { code?: string }).code === "errors.emailTaken")).toHaveLength(49);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
  });

  test("a group of another organization, and an archived one: errors.notFound", async () => {
    const foreign = await aUserGroup(portal, { organization: await anOrganization(portal), roles: ["teacher"] });
    const archived = await aUserGroup(portal, { organization, roles: ["teacher"], type: "ARCHIVED" });
    for (const { id } of [foreign, archived])
      expect(await create({ userGroups: [id] })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });
});

describe("a manager of one organization", () => {
  test("creates members of it, with roles they hold themselves", async () => {
    const school = await aManagedSchool(portal);
    const own = { organizationId: school.organization.id };
    expect((await create({ ...own, roles: ["organization_admin"] }, school.office)).status).toBe(201);
    expect(await create({ ...own, roles: ["premium"] }, school.office)).toMatchObject({
      status: 403,
      body: { code: "errors.roleNotAssignable" },
    });
    const premium = await aUserGroup(portal, { organization: school.organization, roles: ["premium"] });
    const through = await create({ ...own, userGroups: [premium.id] }, school.office);
    expect(through).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
  });

  test("does not reach another organization: errors.notFound", async () => {
    const school = await aManagedSchool(portal);
    const foreign = await create({ organizationId: organization.id }, school.office);
    const absent = await create({ organizationId: randomUUID() }, school.office);
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    const plain = ({ body }: Answer) => ({ ...(body as object), requestId: "" });
    expect(plain(foreign)).toEqual(plain(absent));
  });

  test("cannot create where they only teach: errors.notAllowed", async () => {
    const [own, other] = [await anOrganization(portal), await anOrganization(portal)];
    const manager = await anAccount(portal, {
      memberships: [
        { organization: own, roles: ["organization_admin"] },
        { organization: other, roles: ["teacher"] },
      ],
    });
    const browser = portal.browser();
    await browser.call(logInWithPassword, { body: { email: manager.email, password: aPassword, deviceName: "a test" } });
    expect(await create({ organizationId: other.id }, browser)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test("gives rights on the school's player groups by a group, because they own them (docs/decisions/0023)", async () => {
    const school = await aManagedSchool(portal);
    const players = await aPlayerGroup(portal, { organization: school.organization });
    const group = await aGroupOn(players, school.organization);
    expect((await create({ organizationId: school.organization.id, userGroups: [group.id] }, school.office)).status).toBe(201);
  });

  test("cannot give rights on players by a group without managing players: errors.notAllowed", async () => {
    const own = await anOrganization(portal);
    await aRoleOf("office", ["login", "manage_members"]);
    const office = await anAccount(portal, { memberships: [{ organization: own, roles: ["office", "member"] }] });
    const browser = await aSession(portal, office, { loginType: "PASSWORD" });
    const parts = { organizationId: own.id, roles: ["guest"] };
    const archived = await aGroupOn(await aPlayerGroup(portal, { organization: own, type: "ARCHIVED" }), own);
    expect((await create({ ...parts, userGroups: [archived.id] }, browser)).status).toBe(201);
    const group = await aGroupOn(await aPlayerGroup(portal, { organization: own }), own);
    const refused = await create({ ...parts, userGroups: [group.id] }, browser);
    expect(refused).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

async function aGroupOn(players: { id: string }, own: { id: string }): Promise<{ id: string }> {
  const group = await aUserGroup(portal, { organization: own });
  await portal.context.database
    .insertInto("user_group_player_groups")
    .values({ user_group_id: group.id, player_group_id: players.id, rights_level: "MODIFY" })
    .execute();
  return group;
}

/** A role outside the specification. */
async function aRoleOf(key: string, permissions: PermissionKey[]): Promise<void> {
  const { database } = portal.context;
  await database.insertInto("roles").values({ key, name: key, description: key }).execute();
  await database
    .insertInto("role_permissions")
    .values(permissions.map((permission_key) => ({ role_key: key, permission_key })))
    .execute();
}

test("a school's manager names at most two thousand addresses a day, taken ones included: errors.tooManyAttempts", async () => {
  const { office: school, manager, organization: own } = await aManagedSchool(portal);
  const { email: taken } = await anAccount(portal);
  const place = { organizationId: own.id, roles: ["member"] };
  expect((await create({ ...place, email: taken }, school)).body).toMatchObject({ code: "errors.emailTaken" });
  const key = throttleKey("invitations", manager.id);
  await portal.context.database.updateTable("throttles").set({ failures: 1999 }).where("key", "=", key).execute();
  expect((await create(place, school)).status).toBe(201);
  const student = { ...place, roles: ["student"], loginType: "QRCODE" };
  for (const parts of [place, { ...place, email: taken }, student]) {
    expect(await create(parts, school)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  }
  const nameless = { ...student, email: undefined, displayName: "Ola Nordmann" };
  expect((await create(nameless, school)).status).toBe(201);
});
