/** User groups as their organizations see and create them (specification, sections 3, 5 and 7; DESIGN 8.2). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createUserGroup,
  editUserGroup,
  getUserGroup,
  listGroupMembers,
  listUserGroups,
  listUserGroupsOf,
} from "@storyport/contract/user-groups";
import type { UserGroup } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aPlayerGroup, aSession } from "#test/builders.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal, { displayName: "Root" }), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

async function aTeacherOf(organization: { id: string }): Promise<Browser> {
  return aSession(portal, await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] }), { loginType: "PASSWORD" });
}

const idsIn = ({ body }: Answer) => (body as UserGroup[]).map(({ id }) => id);

describe("the lists of user groups", () => {
  test("hold the specification's user group", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const owner = await anAccount(portal, { displayName: "Ola Eier", memberships: [{ organization, roles: ["teacher"] }] });
    const playerGroup = await aPlayerGroup(portal, { organization });
    const { id } = await aUserGroup(portal, {
      organization,
      roles: ["premium", "teacher"],
      rights: [{ group: playerGroup, level: "READ" }],
      members: [{ account: owner, level: "OWNER" }, { account: manager }],
    });
    const { status, body } = await office.call(listUserGroups);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id,
        groupName: "Readers",
        groupType: "REGULAR",
        organizationId: organization.id,
        playerGroups: [{ id: playerGroup.id, groupName: "2A" }],
        membersInfo: { memberCount: 2, groupManagers: ["Ola Eier"] },
        created: expect.any(String),
        createdBy: null,
        roles: ["premium", "teacher"],
        permissions: ["login", "login_dashboard", "manage_players", "play_premium", "set_display_name", "view_user_group"],
      },
    ]);
    expect((await office.call(listUserGroupsOf, { params: { orgId: organization.id } })).body).toEqual(body);
  });

  test("contain hidden and archived groups only for managers, and no other school's", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const { organization } = school;
    const regular = await aUserGroup(portal, { organization, name: "Zebra" });
    const hidden = await aUserGroup(portal, { organization, name: "Alpha", type: "HIDDEN" });
    const archived = await aUserGroup(portal, { organization, name: "Aardvark", type: "ARCHIVED" });
    const teacher = await aTeacherOf(organization);
    for (const call of [listUserGroups, listUserGroupsOf]) {
      const params = { orgId: organization.id };
      expect(idsIn(await school.office.call(call, { params }))).toEqual([hidden.id, regular.id, archived.id]);
      expect(idsIn(await teacher.call(call, { params }))).toEqual([regular.id]);
      expect(idsIn(await admin.call(call, { params }))).toEqual(expect.arrayContaining([hidden.id, regular.id, archived.id]));
    }
    expect(idsIn(await other.office.call(listUserGroups))).toEqual([]);
  });

  test("of another school: errors.notFound; of the caller's own without the permission: errors.notAllowed", async () => {
    const [own, joined, foreign] = [await aManagedSchool(portal), await aManagedSchool(portal), await aManagedSchool(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: own.organization, roles: ["teacher"] },
        { organization: joined.organization, roles: ["member"] },
      ],
    });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    for (const orgId of [foreign.organization.id, randomUUID()]) {
      expect(await browser.call(listUserGroupsOf, { params: { orgId } })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    const refused = await browser.call(listUserGroupsOf, { params: { orgId: joined.organization.id } });
    expect(refused).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    const { id } = await aUserGroup(portal, joined);
    for (const call of [getUserGroup, listGroupMembers]) {
      const answer = await browser.call(call, { params: { userGroupId: id } });
      expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });

  test("name a creator outside the organization only to administrators", async () => {
    const { organization, office } = await aManagedSchool(portal);
    await admin.call(createUserGroup, { body: { groupName: "By the platform", organizationId: organization.id } });
    await office.call(createUserGroup, { body: { groupName: "By the school" } });
    const named = (body: unknown) => (body as UserGroup[]).map(({ groupName, createdBy }) => [groupName, createdBy]);
    expect(named((await office.call(listUserGroups)).body)).toEqual([
      ["By the platform", null],
      // The name of all test accounts that have no other.
      ["By the school", "Kim Person"],
    ]);
    expect(named((await admin.call(listUserGroupsOf, { params: { orgId: organization.id } })).body)[0]).toEqual([
      "By the platform",
      "Root",
    ]);
  });
});

describe("one user group", () => {
  test("shows its organization, its rights, and whether the caller may manage it", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const playerGroup = await aPlayerGroup(portal, { organization });
    const { id } = await aUserGroup(portal, { organization, rights: [{ group: playerGroup, level: "PLAY" }] });
    const details = {
      id,
      version: 1,
      organization: { id: organization.id, organization_key: organization.key },
      playerGroupRights: [{ playerGroupId: playerGroup.id, groupName: "2A", rightsType: "PLAY" }],
    };
    const params = { userGroupId: id };
    expect(await office.call(getUserGroup, { params })).toMatchObject({ status: 200, body: { ...details, mayManage: true } });
    expect((await (await aTeacherOf(organization)).call(getUserGroup, { params })).body).toMatchObject({ ...details, mayManage: false });
  });

  test("another school's, a hidden or archived one without managing it, and a missing one get one answer: errors.notFound", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const teacher = await aTeacherOf(school.organization);
    const foreign = await aUserGroup(portal, other);
    const hidden = await aUserGroup(portal, { ...school, type: "HIDDEN" });
    const archived = await aUserGroup(portal, { ...school, type: "ARCHIVED" });
    for (const userGroupId of [foreign.id, hidden.id, archived.id, randomUUID()]) {
      for (const call of [getUserGroup, listGroupMembers]) {
        const { status, body } = await teacher.call(call, { params: { userGroupId } });
        expect(status).toBe(404);
        expect(body).toEqual({ code: "errors.notFound", message: "Not found", requestId: expect.any(String) });
      }
    }
    expect((await school.office.call(getUserGroup, { params: { userGroupId: hidden.id } })).status).toBe(200);
  });
});

describe("creating a user group", () => {
  test("creates it with roles and rights in the caller's only school, and records both", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const playerGroup = await aPlayerGroup(portal, { organization, rights: [{ account: manager, level: "OWNER" }] });
    const created = await office.call(createUserGroup, {
      body: {
        groupName: "  Lærere på 2. trinn ",
        roles: ["teacher", "member", "teacher"],
        playerGroupRights: [{ playerGroupId: playerGroup.id, rightsType: "MODIFY" }],
      },
    });
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const { id } = created.body as { id: string };
    expect((await office.call(getUserGroup, { params: { userGroupId: id } })).body).toMatchObject({
      groupName: "Lærere på 2. trinn",
      roles: ["member", "teacher"],
      playerGroupRights: [{ playerGroupId: playerGroup.id, rightsType: "MODIFY" }],
      membersInfo: { memberCount: 0 },
    });
    const details = { roles: ["member", "teacher"], rights: { [playerGroup.id]: "MODIFY" } };
    const event = { event: "user_group_created", actor_id: manager.id, organization_id: organization.id, details };
    expect(await eventsAbout(portal, id)).toEqual([event]);
  });

  test("a right of NONE is dropped; the last entry for a player group counts", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const group = await aPlayerGroup(portal, { organization, rights: [{ account: manager, level: "SPECIAL" }] });
    const right = (rightsType: string) => ({ playerGroupId: group.id, rightsType });
    const make = async (...playerGroupRights: unknown[]) => {
      const { body } = await office.call(createUserGroup, { body: { groupName: "Readers", playerGroupRights } });
      return (await office.call(getUserGroup, { params: { userGroupId: (body as { id: string }).id } })).body;
    };
    expect(await make(right("NONE"))).toMatchObject({ playerGroupRights: [], playerGroups: [] });
    expect(await make(right("OWNER"), right("READ"))).toMatchObject({ playerGroupRights: [{ rightsType: "READ" }] });
    expect(await make(right("SPECIAL"))).toMatchObject({ playerGroupRights: [{ rightsType: "SPECIAL" }] });
  });

  test("an administrator gives every level, SPECIAL too", async () => {
    const { organization } = await aManagedSchool(portal);
    const group = await aPlayerGroup(portal, { organization });
    const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    for (const rightsType of ["NONE", "READ", "PLAY", "MODIFY", "OWNER", "SPECIAL"]) {
      const playerGroupRights = [{ playerGroupId: group.id, rightsType }];
      const body = { groupName: `Readers ${rightsType}`, organizationId: organization.id, playerGroupRights };
      expect((await desk.call(createUserGroup, { body })).status, rightsType).toBe(201);
    }
  });

  test("only a holder of SPECIAL can give it, not an owner, when a group is created or edited: errors.notAllowed", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const group = await aPlayerGroup(portal, { organization });
    const playerGroupRights = [{ playerGroupId: group.id, rightsType: "SPECIAL" }];
    const made = await office.call(createUserGroup, { body: { groupName: "Readers", playerGroupRights } });
    expect(made).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    const owning = await aUserGroup(portal, { organization, rights: [{ group, level: "OWNER" }] });
    const edited = await office.call(editUserGroup, { params: { userGroupId: owning.id }, body: { version: 1, playerGroupRights } });
    expect(edited).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    const special = await aUserGroup(portal, { organization, rights: [{ group, level: "SPECIAL" }] });
    const kept = await office.call(editUserGroup, { params: { userGroupId: special.id }, body: { version: 1, playerGroupRights } });
    expect(kept.status).toBe(200);
  });

  test.each([["admin"], ["premium"], ["nobody"], ["teacher", "admin"]])(
    "roles that the caller may not give (%s): errors.roleNotAssignable",
    async (...roles) => {
      const { organization, office } = await aManagedSchool(portal);
      const answer = await office.call(createUserGroup, { body: { groupName: "Readers", roles } });
      expect(answer).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
      expect(idsIn(await office.call(listUserGroupsOf, { params: { orgId: organization.id } }))).toEqual([]);
    },
  );

  test("an administrator gives every role but admin", async () => {
    const { organization } = await aManagedSchool(portal);
    const make = (roles: string[]) =>
      admin.call(createUserGroup, { body: { groupName: "Readers", roles, organizationId: organization.id } });
    expect((await make(["premium", "organization_admin"])).status).toBe(201);
    expect(await make(["admin"])).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
  });

  test("another school's and a missing player group: errors.notFound", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const foreign = await aPlayerGroup(portal, { ...other, rights: [{ account: school.manager, level: "OWNER" }] });
    for (const caller of [school.office, admin]) {
      for (const playerGroupId of [foreign.id, randomUUID()]) {
        const playerGroupRights = [{ playerGroupId, rightsType: "READ" }];
        const body = { groupName: "Readers", playerGroupRights, organizationId: school.organization.id };
        expect(await caller.call(createUserGroup, { body })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      }
    }
  });

  test("another and a missing school: errors.notFound; the caller's own without the permission: errors.notAllowed", async () => {
    const [school, joined, foreign] = [await aManagedSchool(portal), await aManagedSchool(portal), await aManagedSchool(portal)];
    const membership = { account_id: school.manager.id, organization_id: joined.organization.id };
    await portal.context.database.insertInto("organization_members").values(membership).execute();
    const make = (organizationId: string) => school.office.call(createUserGroup, { body: { groupName: "Readers", organizationId } });
    for (const organizationId of [foreign.organization.id, randomUUID()]) {
      expect(await make(organizationId)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    expect(await make(joined.organization.id)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test("without an organization, if the caller manages several or all: errors.organizationRequired", async () => {
    const [one, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const memberships = [one, other].map(({ organization }) => ({ organization, roles: ["organization_admin"] }));
    const both = await aSession(portal, await anAccount(portal, { memberships }), { loginType: "PASSWORD" });
    for (const caller of [both, admin]) {
      const answer = await caller.call(createUserGroup, { body: { groupName: "Readers" } });
      expect(answer).toMatchObject({ status: 400, body: { code: "errors.organizationRequired" } });
    }
  });

  test.each(["", "ab", "  a  ", "क़", "n".repeat(65), "\u0000abc", "\ud800abc"])("the name %j: 400", async (groupName) => {
    const { office } = await aManagedSchool(portal);
    expect((await office.call(createUserGroup, { body: { groupName } })).status).toBe(400);
  });

  test.each(["<b>Readers</b>", "😀".repeat(64), "'; drop table user_groups --"])("the name %j is stored as text", async (groupName) => {
    const { office } = await aManagedSchool(portal);
    expect((await office.call(createUserGroup, { body: { groupName } })).status).toBe(201);
    expect((await office.call(listUserGroups)).body).toMatchObject([{ groupName }]);
  });

  test.each(["id", "groupType", "createdBy", "permissions", "version", "members"])("an unknown member (%s): 400", async (member) => {
    const { office } = await aManagedSchool(portal);
    expect((await office.call(createUserGroup, { body: { groupName: "Readers", [member]: [] } })).status).toBe(400);
  });
});

test.each([
  ["Tea\u202echers", "errors.displayNameSpecialCharacters"],
  ["Tea\u200bchers", "errors.displayNameSpecialCharacters"],
  ["Tea\u0007chers", "errors.displayNameSpecialCharacters"],
  ["Tea\u2066chers", "errors.displayNameSpecialCharacters"],
  ["a \n ", "errors.invalidInput"],
])("the group name %j is refused: %s", async (groupName, code) => {
  const { office } = await aManagedSchool(portal);
  const refused = { status: 400, body: { code, errors: [{ field: "groupName", code }] } };
  expect(await office.call(createUserGroup, { body: { groupName } })).toMatchObject(refused);
});

test.each([
  ["=1+1\n of the <b>first</b>\tgrade ", "=1+1 of the <b>first</b> grade"],
  ["👩\u200d🏫 Læ\u0072ere", "👩\u200d🏫 Lærere"],
])("the group name %j is stored as %j", async (groupName, stored) => {
  const { office } = await aManagedSchool(portal);
  expect((await office.call(createUserGroup, { body: { groupName } })).status).toBe(201);
  expect((await office.call(listUserGroups)).body).toMatchObject([{ groupName: stored }]);
});
