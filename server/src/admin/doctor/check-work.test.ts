import { sql } from "kysely";
import { expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import { checkWork } from "./check-work.ts";

test("a sweep is late by the limit of the health page, and a first run only if it failed", async () => {
  const portal = await buildTestPortal();
  const { database } = portal.context;
  const ended = (ago: string) => sql<Date>`now() - ${ago}::interval`;
  await database
    .insertInto("sweep_runs")
    .values([
      { name: "badges", started_at: new Date(), finished_at: null },
      { name: "lessons", started_at: new Date(), finished_at: ended("119 minutes") },
      { name: "outbox", started_at: new Date(), finished_at: ended("121 minutes") },
      { name: "sessions", started_at: new Date(), finished_at: null, error: "a deadlock" },
    ])
    .execute();
  const found = (await checkWork(database)).find(({ area }) => area === "sweep");
  expect(found).toMatchObject({ state: "warning", says: "Expired rows stay in outbox, sessions (a deadlock)." });
  await portal.close();
});

test("the reason for which letters wait is said from the first minute on", async () => {
  const portal = await buildTestPortal();
  const { database } = portal.context;
  await sql`
    insert into outbox (recipient, letter, subject, text_body, html_body, last_error, expires_at)
    values ('a@school.example', 'x', 's', 't', 'h', 'connection refused', now() + interval '1 day')`.execute(database);
  const found = (await checkWork(database)).find(({ area }) => area === "outbox");
  expect(found).toMatchObject({ state: "ok", says: "1 letters wait (connection refused)." });
  await portal.close();
});
