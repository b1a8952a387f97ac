/** A hidden user group keeps its effect, but only its managers see it (specification, section 4: HIDDEN). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPlayerGroup, listPlayerGroupRights, setPlayerGroupRight } from "@storyport/contract/player-groups";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { editUserGroup, getUserGroup, listGroupMembers, listUserGroups, listUserGroupsOf } from "@storyport/contract/user-groups";
import type { UserGroup } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { bytesOf } from "#test/browser.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aPlayerGroup, aSession } from "#test/builders.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const edit = (browser: Browser, userGroupId: string, body: Record<string, unknown>) =>
  browser.call(editUserGroup, { params: { userGroupId }, body: { version: 1, ...body } });

/** A school with a teacher who owns the group, and another who only views it. */
async function aSchoolWithGroup() {
  const school = await aManagedSchool(portal);
  const { organization } = school;
  const [account, colleague] = [
    await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] }),
    await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] }),
  ];
  const playerGroup = await aPlayerGroup(portal, { organization, rights: [{ account, level: "OWNER" }] });
  const group = await aUserGroup(portal, {
    organization,
    roles: ["premium"],
    rights: [{ group: playerGroup, level: "READ" }],
    members: [{ account, level: "OWNER" }],
  });
  const [member, onlooker] = [
    await aSession(portal, account, { loginType: "PASSWORD" }),
    await aSession(portal, colleague, { loginType: "PASSWORD" }),
  ];
  return { ...school, group, playerGroup, member, onlooker };
}

describe("hidden by a manager", () => {
  test("it disappears for members, its owner and viewers: lists omit it, its page is not found", async () => {
    const { organization, office, group, member, onlooker } = await aSchoolWithGroup();
    const params = { userGroupId: group.id };
    expect((await member.call(getUserGroup, { params })).status).toBe(200);
    expect(await edit(office, group.id, { hidden: true })).toMatchObject({
      status: 200,
      body: { version: 2, groupType: "HIDDEN", hidden: true },
    });
    for (const browser of [member, onlooker]) {
      expect((await browser.call(listUserGroups)).body).toEqual([]);
      expect((await browser.call(listUserGroupsOf, { params: { orgId: organization.id } })).body).toEqual([]);
      const absent = await browser.call(getUserGroup, { params: { userGroupId: randomUUID() } });
      expect(absent.status).toBe(404);
      for (const call of [getUserGroup, listGroupMembers]) expect(bytesOf(await browser.call(call, { params }))).toBe(bytesOf(absent));
    }
    for (const browser of [office, admin]) {
      const groups = (await browser.call(listUserGroupsOf, { params: { orgId: organization.id } })).body as UserGroup[];
      expect(groups).toMatchObject([{ id: group.id, groupType: "HIDDEN" }]);
      expect((await browser.call(listGroupMembers, { params })).status).toBe(200);
    }
  });

  test("it still grants its roles and rights to its members", async () => {
    const { office, group, member, organization } = await aSchoolWithGroup();
    const { id: player_group_id } = await aPlayerGroup(portal, { organization });
    const right = { user_group_id: group.id, player_group_id, rights_level: "READ" as const };
    await portal.context.database.insertInto("user_group_player_groups").values(right).execute();
    expect((await edit(office, group.id, { hidden: true })).status).toBe(200);
    expect((await member.call(listOwnPermissions)).body).toContain("play_premium");
    expect((await member.call(listPlayerGroupRights)).text).toContain(player_group_id);
  });

  test("a class's owner neither sees it among the rights nor gives it any: errors.memberUnknown", async () => {
    const { office, group, playerGroup, member } = await aSchoolWithGroup();
    const params = { playerGroupId: playerGroup.id };
    const holders = async (browser: Browser) =>
      ((await browser.call(getPlayerGroup, { params })).body as { rights: { userGroupId?: string }[] }).rights.map(
        ({ userGroupId }) => userGroupId,
      );
    expect(await holders(member)).toEqual([undefined, group.id]);
    await edit(office, group.id, { hidden: true });
    expect(await holders(member)).toEqual([undefined]);
    expect(await holders(office)).toEqual([undefined, group.id]);
    const body = { userGroupId: group.id, rightsType: "PLAY" };
    const refused = await member.call(setPlayerGroupRight, { params, body });
    expect(refused).toMatchObject({ body: { code: "errors.memberUnknown" } });
    expect(bytesOf(await member.call(setPlayerGroupRight, { params, body: { ...body, userGroupId: randomUUID() } }))).toBe(
      bytesOf(refused),
    );
    expect((await office.call(setPlayerGroupRight, { params, body })).status).toBe(200);
  });

  test("it can be renamed while it is hidden and shown again, and each change is recorded", async () => {
    const { office, group, onlooker, manager } = await aSchoolWithGroup();
    await edit(office, group.id, { hidden: true });
    expect(await edit(office, group.id, { version: 2, groupName: "Writers" })).toMatchObject({
      body: { groupType: "HIDDEN", hidden: true },
    });
    expect(await edit(office, group.id, { version: 3, hidden: false })).toMatchObject({ body: { groupType: "REGULAR", hidden: false } });
    expect((await onlooker.call(getUserGroup, { params: { userGroupId: group.id } })).body).toMatchObject({ groupName: "Writers" });
    const events = await eventsAbout(portal, group.id);
    expect(events.map(({ event }) => event)).toEqual(["user_group_edited", "user_group_edited", "user_group_edited"]);
    expect(events).toMatchObject([
      { details: { before: { groupType: "HIDDEN" }, after: { groupType: "REGULAR" } } },
      { details: { name: "set" } },
      { actor_id: manager.id, details: { before: { groupType: "REGULAR" }, after: { groupType: "HIDDEN" } } },
    ]);
    expect(events[1]?.details).not.toHaveProperty("before.groupType");
  });
});

describe("an archived group", () => {
  test("stays archived when it is hidden, and is hidden once it is restored", async () => {
    const { office, group } = await aSchoolWithGroup();
    await edit(office, group.id, { archived: true });
    expect(await edit(office, group.id, { version: 2, hidden: true })).toMatchObject({
      status: 200,
      body: { groupType: "ARCHIVED", hidden: true },
    });
    expect(await edit(admin, group.id, { version: 3, archived: false })).toMatchObject({
      status: 200,
      body: { groupType: "HIDDEN", hidden: true },
    });
  });

  test("that was hidden can be restored and shown in one edit", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, type: "HIDDEN" });
    expect(await edit(office, id, { archived: true })).toMatchObject({ body: { groupType: "ARCHIVED", hidden: true } });
    const back = await edit(office, id, { version: 2, archived: false, hidden: false });
    expect(back).toMatchObject({ status: 200, body: { groupType: "REGULAR", hidden: false } });
  });
});

test("a caller who does not manage its members cannot hide or show it: errors.notAllowed; another school's manager: errors.notFound", async () => {
  const { office, group, member } = await aSchoolWithGroup();
  expect(await edit(member, group.id, { hidden: true })).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  expect((await edit(office, group.id, { hidden: true })).status).toBe(200);
  const answer = await edit(member, group.id, { version: 2, hidden: false });
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  const other = await aManagedSchool(portal);
  expect(await edit(other.office, group.id, { version: 2, hidden: false })).toMatchObject({
    status: 404,
    body: { code: "errors.notFound" },
  });
});

test.each(["yes", 1, null, "HIDDEN"])("hidden: %j: 400", async (hidden) => {
  const { office, group } = await aSchoolWithGroup();
  expect((await edit(office, group.id, { hidden })).status).toBe(400);
});
