/** The groups that a caller may choose from. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSessionFinder } from "#/features/sessions/find-session.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { groupsIn } from "./groups-in.ts";
import { ownGroups } from "./own-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("ten thousand archived classes, whose names come first, hide no class in use", async () => {
  const { database } = portal.context;
  const organization = await anOrganization(portal);
  const teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const { id } = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] });
  await database.updateTable("player_groups").set({ name: "Z" }).where("id", "=", id).execute();
  await sql`
    with archived as (
      insert into player_groups (organization_id, name, group_type)
      select ${organization.id}::uuid, 'A ' || i, 'ARCHIVED' from generate_series(1, 10000) i returning id
    )
    insert into account_player_group_rights (account_id, player_group_id, rights_level)
    select ${teacher.id}::uuid, id, 'OWNER' from archived`.execute(database);
  const desk = await aSession(portal, teacher, { loginType: "PASSWORD", organizationId: organization.id });
  const session = await createSessionFinder(portal.context)(desk.cookies.get("session") ?? "");
  if (session === undefined) throw new Error("The session was not found.");
  expect((await groupsIn(database, session)).map((group) => group.id)).toEqual([id]);
  expect((await ownGroups(database, session)).map((group) => group.id)).toEqual([id]);
});
