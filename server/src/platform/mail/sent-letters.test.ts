/** The job that sends letters looks for them every second, and never reads the letters that were sent. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { plansOf } from "#test/plans-of.ts";
import { sendDueLetters } from "./outbox.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("each look for due and worthless letters leaves out the letters that were sent", async () => {
  const { database, mailer, log } = portal.context;
  await sql`
    insert into outbox (recipient, letter, subject, expires_at, sent_at)
    select n || '@school.example', 'reset', 'Reset', now(), now() from generate_series(1, 20000) n`.execute(database);
  await sql`analyze outbox`.execute(database);
  const plans = await plansOf(database, (explaining) => sendDueLetters({ database: explaining, mailer, log }));
  expect(plans.split("outbox__waiting_idx").length - 1).toBe(2);
  expect(plans).not.toContain("Seq Scan");
});
