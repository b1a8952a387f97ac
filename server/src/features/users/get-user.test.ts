/** One account within the caller's reach; viewing a person is recorded (docs/decisions/0021). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { createUser, getUser, sendUserLink } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aTeacher, logIn } from "#test/builders.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
let admin: { id: string };
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk, admin } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

const get = (userId: string, browser = desk): Promise<Answer> => browser.call(getUser, { params: { userId } });

/** A person with rows of every kind, in two organizations. */
async function aPersonInTwoSchools(organization: { id: string }) {
  const other = await anOrganization(portal);
  const account = await anAccount(portal, {
    loginTypes: ["PASSWORD", "GOOGLE"],
    memberships: [
      { organization, roles: ["teacher"] },
      { organization: other, roles: ["member", "premium"] },
    ],
  });
  const { database } = portal.context;
  await aUserGroup(portal, { organization, members: [{ account }], roles: ["group_manager"] });
  await aUserGroup(portal, { organization: other, members: [{ account }], roles: ["organization_admin"] });
  for (const { id } of [organization, other]) {
    const player = await database
      .insertInto("players")
      .values({ organization_id: id, name: "Nora", gender: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.insertInto("account_players").values({ account_id: account.id, player_id: player.id }).execute();
  }
  const identity = { account_id: account.id, provider: "GOOGLE" as const, issuer: "https://issuer.example", subject: account.id };
  await database.insertInto("account_identities").values(identity).execute();
  await logIn(portal.browser(), account);
  await portal.browser().call(requestPasswordReset, { body: { email: account.email } });
  await portal.sendLetters();
  return { account, other };
}

describe("getUser", () => {
  test("shows an administrator everything about an account except its secrets", async () => {
    const organization = await anOrganization(portal);
    const { account, other } = await aPersonInTwoSchools(organization);
    const { status, body, text } = await get(account.id);
    expect(status).toBe(200);
    const user = body as UserDetails;
    expect(user).toMatchObject({
      id: account.id,
      email: account.email,
      status: "ACTIVE",
      loginTypes: ["GOOGLE", "PASSWORD"],
      hasPassword: true,
      defaultLocale: "en",
      createdAt: expect.any(String),
      updated_at: expect.any(String),
      activatedAt: expect.any(String),
    });
    expect(user.organizations.map(({ id }) => id).toSorted()).toEqual([organization.id, other.id].toSorted());
    expect(user.roles.map(({ role_key }) => role_key).toSorted()).toEqual([
      "group_manager",
      "member",
      "organization_admin",
      "premium",
      "teacher",
    ]);
    expect(user.roles.filter(({ userGroupId }) => userGroupId !== undefined)).toHaveLength(2);
    expect(user.permissions).toContain("play_premium");
    expect(user.identities).toEqual([{ provider: "GOOGLE", connectedAt: expect.any(String), lastUsedAt: null }]);
    expect(user.sessions).toEqual([expect.objectContaining({ deviceName: "a test", loginType: "PASSWORD" })]);
    expect(user.letters).toEqual([expect.objectContaining({ letter: "reset", state: "SENT" })]);
    expect(user.players).toHaveLength(2);
    expect(user.may).toEqual({
      edit: true,
      changeEmail: true,
      confirmEmail: false,
      reactivate: false,
      delete: true,
      resetSecondFactor: false,
      supportView: true,
      resetPasskeys: false,
    });
    expect(text).not.toMatch(/argon2|issuer\.example|text_body|digest/);
  });

  test("shows a manager the account's state and rights there, and nothing of its private side", async () => {
    const school = await aManagedSchool(portal);
    const { account, other } = await aPersonInTwoSchools(school.organization);
    const { body, text } = await get(account.id, school.office);
    const user = body as UserDetails;
    expect(user.organizations.map(({ id }) => id)).toEqual([school.organization.id]);
    expect(user.roles.map(({ role_key }) => role_key)).toEqual(["group_manager", "teacher"]);
    expect(user.permissions).not.toContain("play_premium");
    expect(user).toMatchObject({ identities: [], sessions: [], letters: [], players: [{ playerName: "Nora" }] });
    expect(user.userGroups).toHaveLength(1);
    expect(user.may).toEqual({
      edit: false,
      changeEmail: false,
      confirmEmail: false,
      reactivate: false,
      delete: false,
      resetSecondFactor: false,
      supportView: false,
      resetPasskeys: false,
    });
    expect(text).not.toContain(other.id);
  });

  test.each([
    ["an unconnected provider", { loginTypes: ["GOOGLE"] as const, isConnected: false }, "ACTIVATION"],
    ["a connected provider", { loginTypes: ["GOOGLE"] as const, isConnected: true }, undefined],
    ["a password", { loginTypes: ["PASSWORD"] as const, isConnected: false }, "RESET"],
    ["no way in but that of programs", { loginTypes: ["API"] as const, isConnected: false }, undefined],
  ])(
    "tells a manager and an administrator the same: whether an account with %s needs a letter",
    async (_, { loginTypes, isConnected }, letter) => {
      const school = await aManagedSchool(portal);
      const memberships = [{ organization: school.organization, roles: ["teacher"] }];
      const { id } = await anAccount(portal, { loginTypes: [...loginTypes], memberships });
      if (isConnected) {
        const identity = { account_id: id, provider: "GOOGLE" as const, issuer: "https://issuer.example", subject: id };
        await portal.context.database.insertInto("account_identities").values(identity).execute();
      }
      for (const browser of [school.office, desk]) {
        expect(((await get(id, browser)).body as UserDetails).letterNeeded).toBe(letter);
        const sent = await browser.call(sendUserLink, { params: { userId: id }, body: {} });
        const noLetter = { status: 409, body: { code: "errors.statusNotAllowed" } };
        expect(sent).toMatchObject(letter === undefined ? noLetter : { body: { purpose: letter } });
      }
    },
  );

  test("a school does not see an administrator's platform role", async () => {
    const school = await aManagedSchool(portal);
    const account = await anAdministrator(portal, { memberships: [{ organization: school.organization, roles: ["member"] }] });
    const user = (await get(account.id, school.office)).body as UserDetails;
    expect(user.roles.map(({ role_key }) => role_key)).toEqual(["member"]);
    expect(user.permissions).not.toContain("admin");
    expect(user.may.edit).toBe(false);
  });

  test("an account out of reach gets the same answer as a missing one: errors.notFound", async () => {
    const school = await aManagedSchool(portal);
    const { account } = await aTeacher(portal);
    const plain = ({ status, body }: Answer) => ({ status, body: { ...(body as object), requestId: "" } });
    const [foreign, absent] = [await get(account.id, school.office), await get(randomUUID(), school.office)];
    expect(foreign).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(plain(foreign)).toEqual(plain(absent));
    expect(plain(await get(randomUUID()))).toEqual(plain(absent));
  });

  test.each(["teacher", "group_manager", "member"])("a %s sees no account: errors.notAllowed", async (role) => {
    const { account } = await aTeacher(portal, { roles: [role] });
    const browser = await logIn(portal.browser(), account);
    for (const userId of [account.id, randomUUID()]) {
      expect(await get(userId, browser)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });

  test.each(["me-not", "1", "%00", "..%2f..", "00000000-0000-0000-0000-00000000000g"])("the id %j is refused", async (userId) => {
    expect((await get(userId)).status).toBeGreaterThanOrEqual(400);
    expect((await get(userId)).status).toBeLessThan(500);
  });

  test("viewing is recorded once in ten minutes for each viewer; viewing oneself is not", async () => {
    const { account } = await aTeacher(portal);
    const views = async () => (await eventsAbout(portal, account.id)).filter(({ event }) => event === "account_viewed");
    await get(account.id);
    await get(account.id);
    expect(await views()).toEqual([{ event: "account_viewed", actor_id: admin.id, organization_id: null, details: {} }]);
    await portal.clock.travel(601);
    await get(account.id);
    expect(await views()).toHaveLength(2);
    const viewer = await anAdministrator(portal);
    const later = await logIn(portal.browser(), viewer);
    await get(account.id, later);
    await get(account.id, later);
    expect(await views()).toHaveLength(3);
    await get(viewer.id, later);
    expect((await eventsAbout(portal, viewer.id)).map(({ event }) => event)).not.toContain("account_viewed");
  });

  test("a manager sees a member they have created", async () => {
    const school = await aManagedSchool(portal);
    const body = {
      email: `${randomUUID()}@school.example`,
      loginType: "PASSWORD",
      roles: ["member"],
      organizationId: school.organization.id,
    };
    const { id } = (await school.office.call(createUser, { body })).body as { id: string };
    expect(await get(id, school.office)).toMatchObject({
      status: 200,
      body: { status: "CREATED", may: { edit: true, changeEmail: true, confirmEmail: false, delete: false } },
    });
  });
});
