/** Students who have left the school do not count in a teacher's classes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { classOverviews, listClassOverviews } from "@storyport/contract/class-overviews";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup } from "#test/builders.ts";
import { aClass, badgesOf } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a student who has left the school does not put the class among those that need attention", async () => {
  const school = await aClass(portal);
  await portal.context.database.updateTable("player_groups").set({ name: "2Z" }).where("id", "=", school.group.id).execute();
  const { organization, teacher } = school;
  const { id: other } = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] });
  await portal.context.database.updateTable("player_groups").set({ name: "2B" }).where("id", "=", other).execute();
  const order = async () =>
    classOverviews.parse((await school.desk.call(listClassOverviews)).body).classes.map(({ groupName }) => groupName);
  await badgesOf(school, school.students[0]?.id);
  expect(await order()).toEqual(["2Z", "2B"]);
  const left = school.students[1]?.id ?? "";
  await portal.context.database.deleteFrom("organization_members").where("account_id", "=", left).execute();
  expect(await order()).toEqual(["2B", "2Z"]);
});
