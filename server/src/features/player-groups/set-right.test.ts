import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { aPlayerGroup, aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("an administrator gives SPECIAL, and an owner of the group does not: errors.notAllowed", async () => {
  const { desk: owner, group, organization } = await aClass(portal, { level: "OWNER" });
  const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const administrator = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const request = { params: { playerGroupId: group.id }, body: { accountId: colleague.id, rightsType: "SPECIAL" } };
  expect(await owner.call(setPlayerGroupRight, request)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  expect(await administrator.call(setPlayerGroupRight, request)).toMatchObject({ status: 200 });
});

describe("a user group with 199 rights", () => {
  const level = "READ" as const;
  const noClass = { id: "" };

  /** Adds them without the limit, as a former version did. */
  async function addRights({ id, organization }: { id: string; organization: { id: string } }, many: number): Promise<void> {
    const { database } = portal.context;
    const classes = Array.from({ length: many }, (_, index) => ({ organization_id: organization.id, name: `Class ${index}` }));
    const made = await database.insertInto("player_groups").values(classes).returning("id").execute();
    const rights = made.map((group) => ({ user_group_id: id, player_group_id: group.id, rights_level: level }));
    await database.insertInto("user_group_player_groups").values(rights).execute();
  }

  async function aFullGroup() {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization });
    await addRights({ id, organization }, 199);
    const give = (group: { id: string }, rightsType: string) =>
      office.call(setPlayerGroupRight, { params: { playerGroupId: group.id }, body: { userGroupId: id, rightsType } });
    const makeClasses = (many: number) => Promise.all(Array.from({ length: many }, () => aPlayerGroup(portal, { organization })));
    const count = async () =>
      ((await office.call(getUserGroup, { params: { userGroupId: id } })).body as UserGroupDetails).playerGroupRights.length;
    return { id, organization, give, makeClasses, count };
  }

  test("gets one more, and no right beyond 200: errors.invalidInput names the field", async () => {
    const { give, makeClasses, count } = await aFullGroup();
    const [last = noClass, beyond = noClass] = await makeClasses(2);
    expect(await give(last, "READ")).toMatchObject({ status: 200 });
    expect(await give(beyond, "READ")).toMatchObject({
      status: 400,
      body: { code: "errors.invalidInput", errors: [{ field: "userGroupId", code: "errors.invalidInput" }] },
    });
    expect(await count()).toBe(200);
    expect(await give(beyond, "NONE")).toMatchObject({ status: 200 });
    expect(await give(last, "NONE")).toMatchObject({ status: 200 });
    expect(await give(beyond, "READ")).toMatchObject({ status: 200 });
  });

  test("gets one of ten rights that are given at once", async () => {
    const { give, makeClasses, count } = await aFullGroup();
    const answers = await Promise.all((await makeClasses(10)).map((group) => give(group, "READ")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, body }).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
    }
    expect(await count()).toBe(200);
  });

  test("that a former version gave too many rights keeps them, and each can be changed", async () => {
    const { id, organization, give, makeClasses, count } = await aFullGroup();
    const [own = noClass] = await makeClasses(1);
    expect(await give(own, "READ")).toMatchObject({ status: 200 });
    await addRights({ id, organization }, 5);
    expect(await give(own, "PLAY")).toMatchObject({ status: 200 });
    expect(await count()).toBe(205);
  });
});
