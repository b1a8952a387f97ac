/** Editing accounts: the rules of creation, what a change ends, and how far each caller reaches (docs/decisions/0021). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { editUser, getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aPassword, aSession, aTeacher, logIn } from "#test/builders.ts";
import { askForReset, tokenInLetterTo } from "#test/mailed-links.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

const edit = (userId: string, body: Record<string, unknown>, browser = desk) => editAsItIs(portal, { desk: browser, userId, body });

const logInAnswer = (email: string, password = aPassword) =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });

const anAddress = () => `moved-${randomUUID().slice(0, 8)}@school.example`;
const code = (answer: Answer) => (answer.body as { code?: string }).code;

describe("editUser", () => {
  test("changes name and language, returns the account, and records the changed fields", async () => {
    const account = await anAccount(portal);
    const answer = await edit(account.id, { displayName: " Åse <i>Ny</i> ", locale: "nb" });
    expect(answer).toMatchObject({ status: 200, body: { displayName: "Åse Ny", defaultLocale: "nb", version: 2 } });
    const [event] = await eventsAbout(portal, account.id);
    expect(event).toMatchObject({ event: "account_edited", details: { fields: ["displayName", "locale"] } });
  });

  test("one of fifty concurrent edits of one version succeeds, the others get errors.changedMeanwhile", async () => {
    const { id: userId } = await anAccount(portal);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => desk.call(editUser, { params: { userId }, body: { version: 1, locale: "nb" } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => code(answer) === "errors.changedMeanwhile")).toHaveLength(49);
  });

  test("sets the roles of one organization, keeps those of others, and records old and new roles", async () => {
    const [one, other] = [await anOrganization(portal), await anOrganization(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: one, roles: ["teacher", "premium"] },
        { organization: other, roles: ["member"] },
      ],
    });
    const answer = await edit(account.id, { organizationId: one.id, roles: ["teacher", "group_manager"] });
    const { roles } = answer.body as UserDetails;
    expect(roles.filter(({ organizationId }) => organizationId === one.id).map(({ role_key }) => role_key)).toEqual([
      "group_manager",
      "teacher",
    ]);
    expect(roles.filter(({ organizationId }) => organizationId === other.id).map(({ role_key }) => role_key)).toEqual(["member"]);
    const [event] = await eventsAbout(portal, account.id);
    expect(event).toMatchObject({
      organization_id: one.id,
      details: { fields: ["roles"], roles: { before: ["premium", "teacher"], after: ["teacher", "group_manager"] } },
    });
  });

  test("sets the groups of one organization; an archived group stays unchanged", async () => {
    const { account, organization } = await aTeacher(portal);
    const [left, joined] = [await aUserGroup(portal, { organization, members: [{ account }] }), await aUserGroup(portal, { organization })];
    const archived = await aUserGroup(portal, { organization, members: [{ account }], type: "ARCHIVED" });
    const answer = await edit(account.id, { organizationId: organization.id, userGroups: [joined.id] });
    expect((answer.body as UserDetails).userGroups.map(({ id }) => id)).toEqual([joined.id]);
    const rows = await portal.context.database
      .selectFrom("user_group_members")
      .select("user_group_id")
      .where("account_id", "=", account.id)
      .execute();
    expect(rows.map((row) => row.user_group_id).toSorted()).toEqual([joined.id, archived.id].toSorted());
    expect(rows.map((row) => row.user_group_id)).not.toContain(left.id);
  });

  test("an administrator who gives a role in another organization makes the account its member", async () => {
    const { account } = await aTeacher(portal);
    const organization = await anOrganization(portal);
    const answer = await edit(account.id, { organizationId: organization.id, roles: ["member"] });
    expect((answer.body as UserDetails).organizations.map(({ id }) => id)).toContain(organization.id);
  });

  const parts: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ["errors.loginTypeNotAssignable", {}, { loginTypes: ["PASSWORD", "FEIDE"] }],
    ["errors.loginTypeNotAssignable", {}, { loginTypes: [] }],
    ["errors.loginTypeNotAssignable", { loginTypes: ["GOOGLE"] }, { resetPassword: true }],
    ["errors.roleRequired", {}, { roles: [] }],
    ["errors.roleNotAssignable", {}, { roles: ["teacher", "admin"] }],
    ["errors.roleNotAssignable", {}, { roles: ["teacher", "headmaster"] }],
    ["errors.roleNotAssignable", {}, { roles: ["member"], organizationId: undefined }],
    ["errors.nameOrEmailRequired", { email: null, displayName: null, loginTypes: ["QRCODE"] }, { roles: ["student"] }],
    ["errors.emailRequired", { email: null, loginTypes: ["QRCODE"] }, { roles: ["member"] }],
    ["errors.emailRequired", { email: null, loginTypes: ["QRCODE"] }, { loginTypes: ["PASSWORD"] }],
    ["errors.qrCodeForStudentsOnly", {}, { loginTypes: ["QRCODE"] }],
    ["errors.displayNameLength", {}, { displayName: "K" }],
    ["errors.displayNameSpecialCharacters", {}, { displayName: "Kari 🦊🦊" }],
    ["errors.studentNameInvalid", { email: null, loginTypes: ["QRCODE"] }, { displayName: "", roles: ["student"] }],
    ["errors.notFound", {}, { userGroups: [randomUUID()] }],
    ["errors.notFound", {}, { organizationId: randomUUID(), roles: ["member"] }],
    ["errors.emailRequired", {}, { email: "" }],
    ["errors.emailRequired", { status: "CREATED" }, { email: " " }],
    ["errors.nameOrEmailRequired", { displayName: null }, { email: "" }],
    ["errors.invalidInput", {}, { email: "nobody" }],
  ];

  test.each(parts)("%s: an account with %j stays as it was after the edit %j", async (refusal, before, change) => {
    const { account, organization } = await aTeacher(portal, before);
    const answer = await edit(account.id, { organizationId: organization.id, ...change });
    expect(answer.body).toMatchObject({ code: refusal });
    const { version } = (await desk.call(getUser, { params: { userId: account.id } })).body as UserDetails;
    expect(version).toBe(1);
  });

  test("a student may be called Li, and who was called Bo keeps the name in another role", async () => {
    const { account, organization } = await aTeacher(portal, { displayName: "Bo" });
    expect(await edit(account.id, { organizationId: organization.id, roles: ["member"] })).toMatchObject({ status: 200 });
    const { version } = (await desk.call(getUser, { params: { userId: account.id } })).body as UserDetails;
    const asStudent = { version, organizationId: organization.id, roles: ["student"], displayName: "Li" };
    expect(await edit(account.id, asStudent)).toMatchObject({ status: 200, body: { displayName: "Li" } });
  });

  test.each(["id", "status", "directPermissions", "activated", "createdAt", "password", "orgId", "deactivatedAt", "identities"])(
    "an unknown member (%s) is refused",
    async (member) => {
      const { id } = await anAccount(portal);
      expect(await edit(id, { [member]: "admin" })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
    },
  );

  test("removing a login type ends its sessions, tokens and links, and its password", async () => {
    const { account, organization, game } = await aTeacher(portal, { loginTypes: ["PASSWORD", "GOOGLE"] });
    const byPassword = await logIn(portal.browser(), account);
    const byGoogle = await aSession(portal, account, { loginType: "GOOGLE", organizationId: organization.id });
    const tokens = await tokensFor(portal, byPassword, { game });
    const link = await askForReset(portal, account.email);
    const answer = await edit(account.id, { loginTypes: ["GOOGLE"] });
    expect(answer).toMatchObject({ status: 200, body: { loginTypes: ["GOOGLE"], hasPassword: false } });
    expect((await byPassword.call(validateAuth)).status).toBe(401);
    expect((await byGoogle.call(validateAuth)).status).toBe(200);
    expect((await refresh(portal, tokens)).status).toBe(400);
    const body = { email: account.email, password: "Harbour-Lantern-9", token: link };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(410);
    const [event] = await eventsAbout(portal, account.id);
    expect(event?.details).toMatchObject({ loginTypes: { before: ["GOOGLE", "PASSWORD"], after: ["GOOGLE"] } });
  });

  test("resetPassword: the present password stops working, everything open ends, and a link is sent", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    expect(await edit(account.id, { resetPassword: true })).toMatchObject({ status: 200, body: { passwordExpired: true } });
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect(code(await logInAnswer(account.email))).toBe("errors.passwordExpired");
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(account.email).map(({ subject }) => subject)).toContain("Set a new password for Storyport");
  });

  test("to a taken address: errors.emailTaken, also under two concurrent edits", async () => {
    const [one, other, third] = [await anAccount(portal), await anAccount(portal), await anAccount(portal)];
    expect(code(await edit(one.id, { email: other.email }))).toBe("errors.emailTaken");
    const email = anAddress();
    const answers = await Promise.all([edit(one.id, { email }), edit(third.id, { email })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.map(code)).toContain("errors.emailTaken");
  });
});

describe("another e-mail address", () => {
  async function move() {
    const { account, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const tokens = await tokensFor(portal, browser, { game });
    const formerLink = await askForReset(portal, account.email);
    const email = anAddress();
    const answer = await edit(account.id, { email });
    expect(answer).toMatchObject({ status: 200, body: { email, hasPassword: false } });
    await portal.sendLetters();
    return { account, browser, tokens, formerLink, email };
  }

  test("must be proved by its reader: no password works until one is chosen by the letter sent there", async () => {
    const { account, email } = await move();
    expect((await logInAnswer(email)).status).toBe(401);
    expect((await logInAnswer(account.email)).status).toBe(401);
    const body = { email, password: "Harbour-Lantern-9", token: tokenInLetterTo(portal, email) };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
    expect((await logInAnswer(email, "Harbour-Lantern-9")).status).toBe(200);
  });

  test("ends everything open, and the former address gets a letter that does not name the new one", async () => {
    const { account, browser, tokens, formerLink, email } = await move();
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    for (const address of [account.email, email]) {
      const body = { email: address, password: "Harbour-Lantern-9", token: formerLink };
      expect((await portal.browser().call(setPassword, { body })).status).toBe(410);
    }
    const notice = portal.mailbox.lettersTo(account.email).at(-1);
    expect(notice?.subject).toBe("The email address of your Storyport account was changed");
    expect(notice?.text).not.toContain(email);
    expect(JSON.stringify(await eventsAbout(portal, account.id))).not.toContain("school.example");
  });
});

describe("a manager of one organization", () => {
  test("edits members of that organization alone, gives what they may give, and nothing more", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member", "premium"] }] });
    const kept = await edit(
      account.id,
      { displayName: "Ny Lærer", organizationId: organization.id, roles: ["teacher", "premium"] },
      school,
    );
    expect(kept.status).toBe(200);
    const plain = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    const given = await edit(plain.id, { organizationId: organization.id, roles: ["member", "premium"] }, school);
    expect(given).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
    expect(code(await edit(plain.id, { roles: ["member"] }, school))).toBe("errors.notAllowed");
  });

  test("removes roles from an administrator or a member of other organizations, and changes nothing else of them", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const other = await anOrganization(portal);
    const shared = await anAccount(portal, {
      memberships: [
        { organization, roles: ["teacher", "member"] },
        { organization: other, roles: ["teacher"] },
      ],
    });
    const admin = await anAdministrator(portal, { memberships: [{ organization, roles: ["teacher", "member"] }] });
    const own = { organizationId: organization.id };
    for (const { id } of [shared, admin]) {
      for (const change of [
        { displayName: "Somebody Else" },
        { email: anAddress() },
        { locale: "nb" },
        { loginTypes: ["GOOGLE"] },
        { resetPassword: true },
      ]) {
        expect(code(await edit(id, change, school))).toBe("errors.notAllowed");
      }
      expect(code(await edit(id, { ...own, roles: ["teacher", "member", "group_manager"] }, school))).toBe("errors.notAllowed");
      expect((await edit(id, { ...own, roles: ["member"] }, school)).status).toBe(200);
      expect(code(await edit(id, { organizationId: other.id, roles: [] }, school))).toBe("errors.notFound");
    }
    const { roles } = (await desk.call(getUser, { params: { userId: shared.id } })).body as UserDetails;
    expect(roles.find(({ organizationId }) => organizationId === other.id)?.role_key).toBe("teacher");
  });

  test("removes a role from a student with a badge, without judging the roles that another school gave", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const student = await anAccount(portal, {
      email: null,
      displayName: "Nora",
      loginTypes: ["QRCODE"],
      memberships: [
        { organization, roles: ["student", "premium"] },
        { organization: await anOrganization(portal), roles: ["member"] },
      ],
    });
    const answer = await edit(student.id, { organizationId: organization.id, roles: ["student"] }, school);
    expect(answer.status, answer.text).toBe(200);
  });

  test("does not reach other accounts: errors.notFound", async () => {
    const { office: school } = await aManagedSchool(portal);
    const { account } = await aTeacher(portal);
    for (const userId of [account.id, randomUUID()]) {
      const answer = await school.call(editUser, { params: { userId }, body: { version: 1, locale: "nb" } });
      expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });
});
