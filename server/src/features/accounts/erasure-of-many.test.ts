/** A list of a school may make 20,000 students. Its undo erases them all in one transaction. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOffice, applied, listed } from "#test/rosters.ts";
import { anonymizeOwnPlayers } from "./erasure-queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("an erasure reads each row of the list and of the students about once, not each row for each student", async () => {
  const office = await anOffice(portal);
  const students = Array.from({ length: 100 }, (_, at) => `s${at} Nora ${at}`);
  const runId = await applied(office, [listed("c1", "2A", students)]);
  const { database } = portal.context;
  const questions = { ifOther: [{ playerId: randomUUID() }] };
  await sql`
    insert into roster_changes (run_id, position, class_position, kind, change)
    select ${runId}::uuid, 1000 + n, 0, 'CONFLICT', ${JSON.stringify(questions)}::jsonb from generate_series(1, 100) n
  `.execute(database);
  const ofSchool = database.selectFrom("organization_members").select("account_id").where("organization_id", "=", office.organization.id);
  const accounts = await ofSchool.where("account_id", "!=", office.head.id).execute();
  expect(accounts).toHaveLength(students.length);
  const transaction = await database.startTransaction().execute();
  // Only nested loops without a memory, so that the counters show each repetition.
  for (const way of ["hashjoin", "mergejoin", "material", "memoize"]) await sql.raw(`set local enable_${way} = off`).execute(transaction);
  await anonymizeOwnPlayers(
    transaction,
    accounts.map(({ account_id: id }) => id),
  );
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(part))::int as read
    from (select 'roster_changes'::regclass::oid union all select indexrelid from pg_index where indrelid = 'roster_changes'::regclass
      union all select 'players'::regclass::oid union all select indexrelid from pg_index where indrelid = 'players'::regclass) parts (part)
  `.execute(transaction);
  await transaction.rollback().execute();
  expect(rows[0]?.read).toBeGreaterThanOrEqual(students.length);
  expect(rows[0]?.read).toBeLessThan(30 * students.length);
});
