/** The player groups that lists of user groups name, and those that one user group names. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { editUserGroup, getUserGroup, listUserGroups, listUserGroupsOf, searchUserGroups } from "@storyport/contract/user-groups";
import type { UserGroup } from "@storyport/contract/user-groups";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const namesOf = ({ playerGroups }: UserGroup) => playerGroups.map(({ groupName }) => groupName);
const inList = ({ body }: Answer) => (body as UserGroup[]).map(namesOf);

test("each list names the first twenty player groups by name, one user group names all, and none names an archived one", async () => {
  const { organization, office } = await aManagedSchool(portal);
  const { database } = portal.context;
  const names = Array.from({ length: 25 }, (_, index) => `Class ${index + 10}`);
  const open = names.toReversed().map((name) => ({ organization_id: organization.id, name }));
  const archived = { organization_id: organization.id, name: "Archived", group_type: "ARCHIVED" as const };
  const made = await database
    .insertInto("player_groups")
    .values([...open, archived])
    .returning("id")
    .execute();
  const { id } = await aUserGroup(portal, { organization, rights: made.map((group) => ({ group, level: "READ" })) });

  const first = [names.slice(0, 20)];
  expect(inList(await office.call(listUserGroups))).toEqual(first);
  expect(inList(await office.call(listUserGroupsOf, { params: { orgId: organization.id } }))).toEqual(first);
  const found = (await office.call(searchUserGroups, { query: { query: "" } })).body as { results: UserGroup[] };
  expect(found.results.map(namesOf)).toEqual(first);

  const params = { userGroupId: id };
  expect(namesOf((await office.call(getUserGroup, { params })).body as UserGroup)).toEqual(names);
  const edited = await office.call(editUserGroup, { params, body: { version: 1, groupName: "Writers" } });
  expect(namesOf(edited.body as UserGroup)).toEqual(names);
});
