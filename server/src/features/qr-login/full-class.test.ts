import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { listBadges } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("every student of a full class is listed, also if two students play each player", async () => {
  const { desk, group, organization } = await aClass(portal, { students: [] });
  const count = limits.playersOfGroup.max;
  await sql`
    with player as (
      insert into players (organization_id, name) select ${organization.id}::uuid, 'Player ' || n from generate_series(1, ${count}::int) n
      returning id
    ), seat as (
      insert into player_group_players (player_group_id, player_id) select ${group.id}::uuid, id from player
    ), student as (
      insert into accounts (display_name, status, activated_at) select 'Student ' || n, 'ACTIVE', now() from generate_series(1, ${2 * count}::int) n returning id
    ), member as (
      insert into organization_members (organization_id, account_id) select ${organization.id}::uuid, id from student
    ), role as (
      insert into account_roles (account_id, role_key, organization_id) select id, 'student', ${organization.id}::uuid from student
    )
    insert into account_players (account_id, player_id)
    select s.id, p.id from (select id, row_number() over () as n from student) s
    join (select id, row_number() over () as n from player) p on p.n = (s.n + 1) / 2`.execute(portal.context.database);
  const { body } = await desk.call(listBadges, { params: { playerGroupId: group.id } });
  expect((body as { students: unknown[] }).students).toHaveLength(2 * count);
});
