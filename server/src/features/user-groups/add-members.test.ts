/** Adding members by a list (specification, section 5; docs/decisions/0022). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { addGroupMembers, listGroupMembers } from "@storyport/contract/user-groups";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aPlayerGroup, aSession } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const add = (browser: Browser, userGroupId: string, lines: string, more: Record<string, unknown> = {}) =>
  browser.call(addGroupMembers, { params: { userGroupId }, body: { lines, ...more } });

const anAddress = () => `${randomUUID().slice(0, 12)}@school.example`;

async function accountOf(email: string) {
  return portal.context.database.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
}

async function groupsOf(accountId: string) {
  const { database } = portal.context;
  const organizations = await database.selectFrom("organization_members").selectAll().where("account_id", "=", accountId).execute();
  const groups = await database.selectFrom("user_group_members").selectAll().where("account_id", "=", accountId).execute();
  return { organizations: organizations.map((row) => row.organization_id), groups: groups.map((row) => row.user_group_id) };
}

const aStaffRoom = async () => {
  const school = await aManagedSchool(portal);
  return { ...school, group: await aUserGroup(portal, { organization: school.organization, roles: ["teacher"] }) };
};

describe("a person without an account", () => {
  test("is invited, chooses a password with the letter's link, and logs in with the group's role", async () => {
    const { organization, manager, office, group } = await aStaffRoom();
    const email = anAddress();
    const answer = await add(office, group.id, `Åse <b>Ås</b> <${email.toUpperCase()}>`, { rightsType: "OWNER" });
    expect(answer).toMatchObject({ status: 200, body: { added: [{ line: 1, user: email, outcome: "INVITED" }], errors: [] } });
    const account = await accountOf(email);
    expect(account).toMatchObject({ status: "CREATED", display_name: "Åse Ås", default_locale: "en", password_hash: null });
    const id = account?.id ?? "";
    expect(await groupsOf(id)).toEqual({ organizations: [organization.id], groups: [group.id] });
    expect(await eventsAbout(portal, id)).toMatchObject([
      {
        event: "member_added",
        actor_id: manager.id,
        organization_id: organization.id,
        details: { userGroupId: group.id, rightsType: "OWNER", outcome: "INVITED" },
      },
      { event: "activation_link_sent" },
    ]);
    await portal.sendLetters();
    const letters = portal.mailbox.lettersTo(email);
    expect(letters).toHaveLength(1);
    const token = /code=([\w-]{43})/.exec(letters[0]?.text ?? "")?.[1];
    const password = "Quiet-Harbour-52";
    expect((await portal.browser().call(setPassword, { body: { email, password, token } })).status).toBe(200);
    const loggedIn = await portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
    expect(loggedIn).toMatchObject({ status: 200, body: { roles: ["teacher"], displayName: "Åse Ås", orgId: organization.id } });
  });

  test("gets an account and a letter in the inviter's language", async () => {
    const { manager, organization } = await aManagedSchool(portal);
    await portal.context.database.updateTable("accounts").set({ default_locale: "nb" }).where("id", "=", manager.id).execute();
    const group = await aUserGroup(portal, { organization });
    const email = anAddress();
    await add(await aSession(portal, manager, { loginType: "PASSWORD" }), group.id, email);
    expect(await accountOf(email)).toMatchObject({ default_locale: "nb" });
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email)[0]?.html).toContain('<html lang="nb"');
  });

  test("gets one account from fifty concurrent lists", async () => {
    const { office, group } = await aStaffRoom();
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(office, group.id, email)));
    for (const { body } of answers) expect(body).toMatchObject({ added: [{ outcome: "INVITED" }], errors: [] });
    const { id = "" } = (await accountOf(email)) ?? {};
    expect((await eventsAbout(portal, id)).map(({ event }) => event)).toEqual(["member_added", "activation_link_sent"]);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
  });
});

describe("a member of the school", () => {
  test("is added without a letter, once; an existing membership keeps its rights level", async () => {
    const { organization, office, group } = await aStaffRoom();
    const account = await anAccount(portal, { displayName: "Own Name", memberships: [{ organization, roles: ["member"] }] });
    const lines = `${account.email} Another Name`;
    expect((await add(office, group.id, lines)).body).toEqual({ added: [{ line: 1, user: account.email, outcome: "ADDED" }], errors: [] });
    const again = await add(office, group.id, lines, { rightsType: "OWNER" });
    expect(again.body).toEqual({ added: [{ line: 1, user: account.email, outcome: "ALREADY_MEMBER" }], errors: [] });
    expect((await office.call(listGroupMembers, { params: { userGroupId: group.id } })).body).toMatchObject({
      results: [{ id: account.id, displayName: "Own Name", rightsType: "READ" }],
    });
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(account.email)).toEqual([]);
    expect(await eventsAbout(portal, account.id)).toHaveLength(1);
  });
});

describe("a person with an account elsewhere", () => {
  const elsewhere = async () => {
    const { organization } = await aManagedSchool(portal);
    return {
      organization,
      account: await anAccount(portal, { displayName: "Camille Durand", memberships: [{ organization, roles: ["teacher"] }] }),
    };
  };

  test("is not revealed to a school's manager: the answer is that of an invitation, nothing changes, and the owner gets a letter", async () => {
    const { office, organization, group } = await aStaffRoom();
    const { account, organization: theirs } = await elsewhere();
    const unknown = anAddress();
    const before = await accountOf(account.email);
    const { status, body, text } = await add(office, group.id, `${account.email}\n${unknown}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      added: [
        { line: 1, user: account.email, outcome: "INVITED" },
        { line: 2, user: unknown, outcome: "INVITED" },
      ],
      errors: [],
    });
    for (const secret of [account.id, "Camille", theirs.id, theirs.key]) expect(text).not.toContain(secret);
    expect(await accountOf(account.email)).toEqual(before);
    expect(await groupsOf(account.id)).toEqual({ organizations: [theirs.id], groups: [] });
    expect(await eventsAbout(portal, account.id)).toMatchObject([{ event: "membership_asked", organization_id: null }]);
    // A second call, for another group, reveals no difference either.
    const second = await aUserGroup(portal, { organization });
    for (const { id } of [group, second]) expect((await add(office, id, `${account.email}\n${unknown}`)).body).toEqual(body);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(unknown)).toHaveLength(1);
    const letters = portal.mailbox.lettersTo(account.email);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain(organization.key);
    expect(letters[0]?.text).not.toMatch(/code=/);
  });

  test("can be made a member by an administrator, and keeps the first school as the primary one", async () => {
    const { organization, group } = await aStaffRoom();
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const { account, organization: theirs } = await elsewhere();
    const isPrimary = { is_primary: true };
    await portal.context.database.updateTable("organization_members").set(isPrimary).where("account_id", "=", account.id).execute();
    expect((await add(admin, group.id, account.email)).body).toMatchObject({ added: [{ outcome: "ADDED" }], errors: [] });
    const { organizations, groups } = await groupsOf(account.id);
    expect(organizations.toSorted()).toEqual([organization.id, theirs.id].toSorted());
    expect(groups).toEqual([group.id]);
    const primary = portal.context.database.selectFrom("organization_members").select("organization_id").where("is_primary", "=", true);
    expect(await primary.where("account_id", "=", account.id).execute()).toEqual([{ organization_id: theirs.id }]);
  });

  test("is treated the same as a platform administrator", async () => {
    const { office, group } = await aStaffRoom();
    const admin = await anAdministrator(portal);
    expect((await add(office, group.id, admin.email)).body).toMatchObject({ added: [{ outcome: "INVITED" }] });
    expect(await groupsOf(admin.id)).toEqual({ organizations: [], groups: [] });
  });
});

test("a school's manager invites at most two thousand people a day; after that each line says so", async () => {
  const { office, manager, group, organization } = await aStaffRoom();
  await add(office, group.id, anAddress());
  const key = throttleKey("invitations", manager.id);
  await portal.context.database.updateTable("throttles").set({ failures: 1999 }).where("key", "=", key).execute();
  const [last, refused] = [anAddress(), anAddress()];
  const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  expect((await add(office, group.id, `${last}\n${refused}\n${colleague.email}`)).body).toMatchObject({
    added: [{ user: last }, { user: colleague.email, outcome: "ADDED" }],
    errors: [{ line: 2, user: refused, code: "errors.tooManyAttempts" }],
  });
  expect(await accountOf(refused)).toBeUndefined();
});

test("valid lines of 500 succeed, each invalid one is reported with its number, and repeating changes nothing", async () => {
  const { organization, office, group } = await aStaffRoom();
  const colleagues = await Promise.all(
    Array.from({ length: 20 }, () => anAccount(portal, { memberships: [{ organization, roles: ["member"] }] })),
  );
  const tag = randomUUID().slice(0, 6);
  const kinds = [
    (n: number) => `ny${n}-${tag}@school.example`,
    (n: number) => `Bjørn Ærlig Åsen <bjorn${n}-${tag}@school.example>`,
    (n: number) => `"Nordmann, Kari" kari${n}-${tag}@school.example`,
    (n: number) => `<b>Ola</b> <i>Nordmann</i> <OLA${n}-${tag}@School.Example>`,
    (n: number) => colleagues[Math.floor(n / 10) % 20]?.email ?? "",
    () => `ny0-${tag}@school.example`,
    () => "not an address",
    (n: number) => `x${n}-${tag}@school.example Kari 🦊`,
    (n: number) => `Bo <bo${n}-${tag}@school.example>`,
    () => "<script>alert(1)</script>",
  ];
  const lines = Array.from({ length: 500 }, (_, n) => kinds[n % kinds.length]?.(n) ?? "");
  const { status, body } = await add(office, group.id, `${lines.join("\r\n")}\r\n`);
  expect(status).toBe(200);
  const { added, errors } = addGroupMembers.response.parse(body);
  const count = (outcome: string) => added.filter((one) => one.outcome === outcome).length;
  expect({ invited: count("INVITED"), added: count("ADDED"), already: count("ALREADY_MEMBER") }).toEqual({
    invited: 200,
    added: 20,
    already: 80,
  });
  expect(errors.map(({ line }) => line)).toEqual(lines.flatMap((_, n) => (n % 10 >= 6 ? n + 1 : [])));
  expect(errors.slice(0, 4)).toEqual([
    { line: 7, user: "not an address", error: "Enter a valid email address.", code: "errors.emailInvalid" },
    {
      line: 8,
      user: `x7-${tag}@school.example`,
      error: expect.stringContaining("special characters"),
      code: "errors.displayNameSpecialCharacters",
    },
    { line: 9, user: `bo8-${tag}@school.example`, error: "The name must be 3 to 64 characters long.", code: "errors.displayNameLength" },
    { line: 10, user: "alert(1)", error: "Enter a valid email address.", code: "errors.emailInvalid" },
  ]);
  expect(await accountOf(`kari2-${tag}@school.example`)).toMatchObject({ display_name: "Nordmann, Kari" });
  expect(await accountOf(`ola3-${tag}@school.example`)).toMatchObject({ display_name: "Ola Nordmann" });
  expect((await office.call(listGroupMembers, { params: { userGroupId: group.id } })).body).toMatchObject({ page: { entityCount: 220 } });
  const again = addGroupMembers.response.parse((await add(office, group.id, lines.join("\n"))).body);
  expect(again.added.filter(({ outcome }) => outcome === "ADDED")).toEqual([]);
  expect((await office.call(listGroupMembers, { params: { userGroupId: group.id } })).body).toMatchObject({ page: { entityCount: 220 } });
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(`ny0-${tag}@school.example`)).toHaveLength(1);
});

describe("a list", () => {
  test("of more than 500 addresses (errors.tooManyMembers), or of more than 64 kB (errors.payloadTooLarge) makes no members", async () => {
    const { office, group } = await aStaffRoom();
    const email = anAddress();
    const [many, large] = [`${email}\n`.repeat(501), `${email},${"x".repeat(60)}`.repeat(800)];
    expect(await add(office, group.id, many)).toMatchObject({ status: 400, body: { code: "errors.tooManyMembers" } });
    expect(await add(office, group.id, large)).toMatchObject({ status: 413, body: { code: "errors.payloadTooLarge" } });
    expect(await accountOf(email)).toBeUndefined();
  });

  test.each(["", "\r\n\r\n", " , ;\n"])("of nothing (%j) changes nothing", async (lines) => {
    const { office, group } = await aStaffRoom();
    expect(await add(office, group.id, lines)).toMatchObject({ status: 200, body: { added: [], errors: [] } });
  });

  test.each(["roles", "organizationId", "status", "activated", "id"])("with an unknown field (%s): 400", async (member) => {
    const { office, group } = await aStaffRoom();
    expect((await add(office, group.id, anAddress(), { [member]: "admin" })).status).toBe(400);
  });

  test("for another school's, an archived and a missing group: errors.notFound, without new accounts", async () => {
    const [school, other] = [await aStaffRoom(), await aStaffRoom()];
    const archived = await aUserGroup(portal, { organization: school.organization, type: "ARCHIVED" });
    const email = anAddress();
    for (const id of [other.group.id, archived.id, randomUUID()]) {
      expect(await add(school.office, id, email)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    expect(await accountOf(email)).toBeUndefined();
  });

  test("from a teacher: errors.notAllowed", async () => {
    const { organization, group } = await aStaffRoom();
    const teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const answer = await add(await aSession(portal, teacher, { loginType: "PASSWORD" }), group.id, anAddress());
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test("that names the caller, for a group with a role that the caller may not give: errors.roleNotAssignable", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const group = await aUserGroup(portal, { organization, roles: ["premium"] });
    const answer = await add(office, group.id, manager.email);
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
  });

  test("for a group with a right on an archived player group is accepted, because that right has no effect", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const playerGroup = await aPlayerGroup(portal, { organization, type: "ARCHIVED" });
    const group = await aUserGroup(portal, { organization, rights: [{ group: playerGroup, level: "OWNER" }] });
    expect((await add(office, group.id, anAddress())).body).toMatchObject({ added: [{ outcome: "INVITED" }] });
  });
});

test("an account being erased does not become a member", async () => {
  const { organization, office, group } = await aStaffRoom();
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  await meanwhile(portal, {
    account,
    happens: (transaction) => erasePerson(portal.context, transaction, { ...account, default_locale: "en" }),
    call: () => add(office, group.id, account.email),
  });
  expect(await groupsOf(account.id)).toEqual({ organizations: [], groups: [] });
});
