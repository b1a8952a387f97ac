/** Editing, archiving and restoring a user group (specification, sections 3 and 4; DESIGN 8.2). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { editUserGroup, getUserGroup } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aPlayerGroup, aSession } from "#test/builders.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const edit = (browser: Browser, userGroupId: string, body: Record<string, unknown>) =>
  browser.call(editUserGroup, { params: { userGroupId }, body: { version: 1, ...body } });

test("name, roles and rights change, omitted fields stay, and the history has the old and new roles and rights", async () => {
  const { organization, manager, office } = await aManagedSchool(portal);
  const rights = [{ account: manager, level: "OWNER" as const }];
  const [old, fresh] = [await aPlayerGroup(portal, { organization, rights }), await aPlayerGroup(portal, { organization, rights })];
  const { id } = await aUserGroup(portal, { organization, roles: ["member"], rights: [{ group: old, level: "READ" }] });
  expect(await edit(office, id, { groupName: " Writers " })).toMatchObject({
    status: 200,
    body: { version: 2, groupName: "Writers", roles: ["member"], playerGroupRights: [{ playerGroupId: old.id }], mayManage: true },
  });
  const playerGroupRights = [{ playerGroupId: fresh.id, rightsType: "PLAY" }];
  expect(await edit(office, id, { version: 2, roles: ["teacher"], playerGroupRights })).toMatchObject({
    status: 200,
    body: { version: 3, groupName: "Writers", roles: ["teacher"], playerGroupRights },
  });
  expect(await eventsAbout(portal, id)).toMatchObject([
    {
      event: "user_group_edited",
      actor_id: manager.id,
      organization_id: organization.id,
      details: {
        before: { roles: ["member"], rights: { [old.id]: "READ" } },
        after: { roles: ["teacher"], rights: { [fresh.id]: "PLAY" } },
      },
    },
    { event: "user_group_edited", details: { name: "set" } },
  ]);
});

test("the history has only what an edit changes: nothing of a renamed group's rights, and each right that is given, raised or taken", async () => {
  const { organization, office } = await aManagedSchool(portal);
  const make = () => aPlayerGroup(portal, { organization });
  const [kept, raised, taken, given] = [await make(), await make(), await make(), await make()];
  const rights = [kept, raised, taken].map((group) => ({ group, level: "READ" as const }));
  const { id } = await aUserGroup(portal, { organization, roles: ["premium", "member"], rights });
  await edit(office, id, { groupName: "Writers", roles: ["member", "premium"] });
  const playerGroupRights = [
    { playerGroupId: kept.id, rightsType: "READ" },
    { playerGroupId: raised.id, rightsType: "PLAY" },
    { playerGroupId: given.id, rightsType: "READ" },
  ];
  expect((await edit(office, id, { version: 2, playerGroupRights })).status).toBe(200);
  expect((await eventsAbout(portal, id)).map(({ details }) => details)).toEqual([
    {
      before: { rights: { [raised.id]: "READ", [taken.id]: "READ", [given.id]: "NONE" } },
      after: { rights: { [raised.id]: "PLAY", [taken.id]: "NONE", [given.id]: "READ" } },
    },
    { before: {}, after: {}, name: "set" },
  ]);
});

describe("callers cannot give what they do not hold", () => {
  test("a role beyond the caller's own: errors.roleNotAssignable; an existing one may stay or go", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, roles: ["premium"] });
    expect(await edit(office, id, { roles: ["premium", "admin"] })).toMatchObject({
      status: 403,
      body: { code: "errors.roleNotAssignable" },
    });
    expect(await edit(office, id, { roles: ["premium", "member"] })).toMatchObject({ status: 200, body: { roles: ["member", "premium"] } });
    expect(await edit(office, id, { version: 2, roles: ["member"] })).toMatchObject({ status: 200 });
    expect(await edit(office, id, { version: 3, roles: ["premium"] })).toMatchObject({
      status: 403,
      body: { code: "errors.roleNotAssignable" },
    });
  });

  test("a right on another school's player group: errors.notFound, also for an administrator", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const foreign = await aPlayerGroup(portal, other);
    const { id } = await aUserGroup(portal, school);
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    for (const browser of [school.office, admin]) {
      const answer = await edit(browser, id, { playerGroupRights: [{ playerGroupId: foreign.id, rightsType: "READ" }] });
      expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("restoring a group gives its roles again: errors.roleNotAssignable", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, roles: ["premium"], type: "ARCHIVED" });
    expect(await edit(office, id, { archived: false })).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
    expect(await edit(office, id, { archived: false, roles: [] })).toMatchObject({
      status: 200,
      body: { groupType: "REGULAR", roles: [] },
    });
  });

  test("too high a right on a player group: errors.notAllowed", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const { database } = portal.context;
    // A role that manages members but not players, so its holder has no right on any player group.
    await database
      .insertInto("roles")
      .values({ key: `office-${manager.id}`, name: "Office", description: "Members alone" })
      .execute();
    const granted = ["login", "manage_members", "view_user_group"] as const;
    const permissions = granted.map((permission_key) => ({ role_key: `office-${manager.id}`, permission_key }));
    await database.insertInto("role_permissions").values(permissions).execute();
    await database
      .updateTable("account_roles")
      .set({ role_key: `office-${manager.id}` })
      .where("account_id", "=", manager.id)
      .execute();
    const playerGroup = await aPlayerGroup(portal, { organization });
    const { id } = await aUserGroup(portal, { organization, rights: [{ group: playerGroup, level: "PLAY" }] });
    const right = (rightsType: string) => ({ playerGroupRights: [{ playerGroupId: playerGroup.id, rightsType }] });
    expect(await edit(office, id, right("MODIFY"))).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    expect(await edit(office, id, right("READ"))).toMatchObject({ status: 200 });
    expect(await edit(office, id, { version: 2, ...right("PLAY") })).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("a group by which alone the caller manages members", () => {
  async function anOwnGroup() {
    const { organization } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const { id } = await aUserGroup(portal, { organization, roles: ["organization_admin"], members: [{ account }] });
    return { id, browser: await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }) };
  }

  test("is answered as no longer managed once it gives that role no more", async () => {
    const { id, browser } = await anOwnGroup();
    expect(await edit(browser, id, { roles: [] })).toMatchObject({ status: 200, body: { version: 2, roles: [], mayManage: false } });
    expect(await edit(browser, id, { version: 2, groupName: "Writers" })).toMatchObject({ status: 403 });
  });

  test("can be archived by the caller, who does not find it afterwards: errors.notFound", async () => {
    const { id, browser } = await anOwnGroup();
    expect(await edit(browser, id, { archived: true })).toMatchObject({ status: 200, body: { groupType: "ARCHIVED", mayManage: false } });
    expect(await browser.call(getUserGroup, { params: { userGroupId: id } })).toMatchObject({ body: { code: "errors.notFound" } });
  });
});

describe("an archived group", () => {
  test("grants nothing from the next call on, and everything again once it is restored", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const member = await aSession(portal, account, { loginType: "PASSWORD" });
    const group = await aPlayerGroup(portal, { organization });
    const { id } = await aUserGroup(portal, {
      organization,
      roles: ["premium"],
      rights: [{ group, level: "READ" }],
      members: [{ account }],
    });
    const held = async () => ({
      premium: ((await member.call(listOwnPermissions)).body as string[]).includes("play_premium"),
      groups: ((await member.call(listPlayerGroupRights)).body as unknown[]).length,
    });
    expect(await held()).toEqual({ premium: true, groups: 1 });
    expect(await edit(office, id, { archived: true })).toMatchObject({ status: 200, body: { groupType: "ARCHIVED" } });
    expect(await held()).toEqual({ premium: false, groups: 0 });
    expect(await edit(admin, id, { version: 2, archived: false })).toMatchObject({ status: 200, body: { groupType: "REGULAR" } });
    expect(await held()).toEqual({ premium: true, groups: 1 });
    expect((await eventsAbout(portal, id)).map(({ event }) => event)).toEqual(["user_group_restored", "user_group_archived"]);
  });

  test("that was hidden is hidden again", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, type: "HIDDEN" });
    await edit(office, id, { archived: true });
    expect(await edit(office, id, { version: 2, archived: true })).toMatchObject({ body: { groupType: "ARCHIVED" } });
    expect(await edit(office, id, { version: 3, archived: false })).toMatchObject({ status: 200, body: { groupType: "HIDDEN" } });
  });
});

test("one of fifty concurrent edits of one version succeeds, the others get errors.changedMeanwhile", async () => {
  const { organization, office } = await aManagedSchool(portal);
  const { id } = await aUserGroup(portal, { organization });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => edit(office, id, { groupName: `Number ${index}`, roles: ["member"] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect({ status, body }).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
  }
  expect((await office.call(getUserGroup, { params: { userGroupId: id } })).body).toMatchObject({ version: 2, roles: ["member"] });
});

test("another school's and a missing group: errors.notFound; a teacher's own school's: errors.notAllowed", async () => {
  const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
  const foreign = await aUserGroup(portal, other);
  for (const id of [foreign.id, randomUUID()]) {
    expect(await edit(school.office, id, { groupName: "Mine" })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  }
  const teacher = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
  const { id } = await aUserGroup(portal, school);
  const answer = await edit(await aSession(portal, teacher, { loginType: "PASSWORD" }), id, { groupName: "Mine" });
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
});

test.each(["id", "groupType", "organizationId", "createdBy", "permissions", "members"])("an unknown member (%s): 400", async (member) => {
  const { office, organization } = await aManagedSchool(portal);
  const { id } = await aUserGroup(portal, { organization });
  expect((await edit(office, id, { [member]: "x" })).status).toBe(400);
});
