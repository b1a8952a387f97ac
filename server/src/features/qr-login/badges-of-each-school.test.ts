/** Each school decides about its own badges (docs/decisions/0047). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClassWithBadges, badgesOf, scan } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("roles in another school, direct or by a user group, do not end a school's badge", async () => {
  const { nora, students, group, desk } = await aClassWithBadges(portal);
  const school = await aClassWithBadges(portal);
  const { database } = portal.context;
  const account_id = students[0]?.id ?? "";
  const elsewhere = { account_id, organization_id: school.organization.id };
  await database.insertInto("organization_members").values(elsewhere).execute();
  await database
    .insertInto("account_roles")
    .values({ ...elsewhere, role_key: "teacher" })
    .execute();
  const { id } = await database
    .insertInto("user_groups")
    .values({ organization_id: school.organization.id, name: "Staff" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("user_group_roles").values({ user_group_id: id, role_key: "member" }).execute();
  await database.insertInto("user_group_members").values({ user_group_id: id, account_id }).execute();
  const tablet = portal.browser();
  expect((await scan(tablet, nora)).status).toBe(200);
  expect((await tablet.call(validateAuth)).body).toMatchObject({ roles: ["student"], permissions: ["login"] });
  // The account is more than a student there, so that school's badge would not log it in.
  const player = await database
    .selectFrom("player_group_players")
    .select("player_id")
    .where("player_group_id", "=", school.group.id)
    .executeTakeFirstOrThrow();
  await database
    .insertInto("account_players")
    .values({ account_id, ...player })
    .execute();
  expect((await badgesOf(school)).map(({ userId }) => userId)).not.toContain(account_id);
  expect((await badgesOf({ desk, group })).map(({ userId }) => userId)).toContain(account_id);
});

test("an account with a platform role does not log in by badge", async () => {
  const { nora, students } = await aClassWithBadges(portal);
  const promotion = { account_id: students[0]?.id ?? "", role_key: "admin", organization_id: null };
  await portal.context.database.insertInto("account_roles").values(promotion).execute();
  expect((await scan(portal.browser(), nora)).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
});
