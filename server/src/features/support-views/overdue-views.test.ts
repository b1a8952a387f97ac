/** Several views whose time is over at once. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginSupportView } from "@storyport/contract/support-views";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher } from "#test/builders.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";
import { endOverdueViews } from "./end-support-view.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** Returns the id of the person that an administrator sees. */
async function aViewedPerson(): Promise<string> {
  const { account } = await aTeacher(portal);
  const { desk } = await anAdminDesk(portal);
  const body = { reason: "The teacher does not find her class." };
  expect((await desk.call(beginSupportView, { params: { userId: account.id }, body })).status).toBe(201);
  return account.id;
}

test("each has its event of the end, also if PostgreSQL expects a single view", async () => {
  const first = await aViewedPerson();
  // With these statistics PostgreSQL joins the views one by one.
  for (const table of ["support_views", "accounts"]) await sql`analyze ${sql.table(table)}`.execute(portal.context.database);
  const people = [first, await aViewedPerson(), await aViewedPerson()];
  await portal.clock.travel(15 * 60 + 1);
  await endOverdueViews(portal.context);
  for (const id of people) {
    const ends = (await eventsAbout(portal, id)).filter(({ event }) => event === "support_view_ended");
    expect(ends).toMatchObject([{ details: { because: "TIME" } }]);
  }
});
