/** Joining a user group and changing its rights exclude each other, so that an account joins only what was checked (DESIGN 8.2). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { addGroupMembers, editUserGroup } from "@storyport/contract/user-groups";
import { createUser, editUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, aPlayerGroup } from "#test/builders.ts";
import { meanwhileInGroup } from "#test/meanwhile.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

interface Joining {
  desk: Browser;
  organizationId: string;
  userId: string;
  groupIds: string[];
}

const anAddress = () => `new-${randomUUID().slice(0, 8)}@school.example`;

const joins: [string, (joining: Joining) => Promise<Answer>][] = [
  [
    "an account that is created",
    ({ desk, organizationId, groupIds }) => {
      const body = { email: anAddress(), loginType: "PASSWORD", roles: ["member"], userGroups: groupIds, organizationId };
      return desk.call(createUser, { body });
    },
  ],
  [
    "an account that is edited",
    ({ desk, organizationId, userId, groupIds }) =>
      desk.call(editUser, { params: { userId }, body: { version: 1, organizationId, userGroups: groupIds } }),
  ],
];

async function aSchoolWithGroup() {
  const { office: desk, organization } = await aManagedSchool(portal);
  const { id: userId } = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  return { desk, organization, organizationId: organization.id, userId, group: await aUserGroup(portal, { organization }) };
}

async function membersOf({ id }: { id: string }): Promise<number> {
  const rows = await portal.context.database
    .selectFrom("user_group_members")
    .select("account_id")
    .where("user_group_id", "=", id)
    .execute();
  return rows.length;
}

describe.each(joins)("%s", (_, join) => {
  test("does not join a group that is being archived: errors.notFound", async () => {
    const { group, ...school } = await aSchoolWithGroup();
    const answer = await meanwhileInGroup(portal, {
      group,
      happens: (transaction) => transaction.updateTable("user_groups").set({ group_type: "ARCHIVED" }).where("id", "=", group.id).execute(),
      call: () => join({ ...school, groupIds: [group.id] }),
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await membersOf(group)).toBe(0);
  });

  test("does not join a group that is gaining roles beyond the caller's: errors.roleNotAssignable", async () => {
    const { group, ...school } = await aSchoolWithGroup();
    const answer = await meanwhileInGroup(portal, {
      group,
      happens: (transaction) =>
        transaction.insertInto("user_group_roles").values({ user_group_id: group.id, role_key: "premium" }).execute(),
      call: () => join({ ...school, groupIds: [group.id] }),
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.roleNotAssignable" } });
    expect(await membersOf(group)).toBe(0);
  });
});

test("fifty concurrent joins, invitations, edits and grants cause no deadlock", async () => {
  const { desk, organization, organizationId } = await aSchoolWithGroup();
  const groups = await Promise.all(Array.from({ length: 3 }, () => aUserGroup(portal, { organization })));
  const players = await aPlayerGroup(portal, { organization });
  const ids = groups.map(({ id }) => id);
  const calls = Array.from({ length: 50 }, async (_, turn) => {
    const userGroupId = ids[turn % 3] ?? "";
    const [first, second] = joins.map(([, join]) => join);
    const groupIds = turn % 2 === 0 ? ids : ids.toReversed();
    switch (turn % 5) {
      case 0:
        return first?.({ desk, organizationId, userId: "", groupIds });
      case 1: {
        const { id: userId } = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
        return second?.({ desk, organizationId, userId, groupIds });
      }
      case 2:
        return desk.call(addGroupMembers, { params: { userGroupId }, body: { lines: anAddress(), rightsType: "READ" } });
      case 3: {
        const playerGroupRights = [{ playerGroupId: players.id, rightsType: turn % 2 === 0 ? "READ" : "MODIFY" }];
        // An outdated version is refused too, but only once the group is locked.
        return desk.call(editUserGroup, { params: { userGroupId }, body: { version: 1 + Math.floor(turn / 10), playerGroupRights } });
      }
      default:
        return desk.call(setPlayerGroupRight, { params: { playerGroupId: players.id }, body: { userGroupId, rightsType: "PLAY" } });
    }
  });
  const statuses = (await Promise.all(calls)).map((answer) => answer?.status ?? 0);
  expect(statuses.filter((status) => status >= 500 || status === 400)).toEqual([]);
});
