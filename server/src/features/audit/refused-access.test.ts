/** A call that the rights of a user do not allow is an event of the history. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportAuditEvents } from "@storyport/contract/audit";
import { listGames } from "@storyport/contract/games";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { beginSupportView } from "@storyport/contract/support-views";
import { aSession, aTeacher, anAccount, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function refusalsOf({ id }: { id: string }): Promise<unknown[]> {
  const events = portal.context.database.selectFrom("audit_events").where("event", "=", "access_refused").where("actor_id", "=", id);
  return (await events.select("details").orderBy("id").execute()).map(({ details }) => details);
}

async function aTeacherAtWork() {
  const { account } = await aTeacher(portal);
  return { account, browser: await aSession(portal, account, { loginType: "PASSWORD" }) };
}

test("a refused call is recorded once in ten minutes, and another call for itself", async () => {
  const { account, browser } = await aTeacherAtWork();
  for (const endpoint of [listGames, listGames, exportAuditEvents]) {
    expect((await browser.call(endpoint, { query: {} })).status, endpoint.name).toBe(403);
  }
  expect(await refusalsOf(account)).toEqual([{ call: "listGames" }, { call: "exportAuditEvents" }]);
  await portal.clock.travel(601);
  await browser.call(listGames, { query: {} });
  expect(await refusalsOf(account)).toHaveLength(3);
});

test("a refusal by the operation itself is recorded, and an allowed call is not", async () => {
  const { desk, group, teacher, organization } = await aClass(portal, { level: "OWNER" });
  const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  for (const [rightsType, status] of [
    ["READ", 200],
    ["SPECIAL", 403],
  ] as const) {
    const body = { accountId: colleague.id, rightsType };
    expect((await desk.call(setPlayerGroupRight, { params: { playerGroupId: group.id }, body })).status).toBe(status);
  }
  expect(await refusalsOf(teacher)).toEqual([{ call: "setPlayerGroupRight" }]);
});

test("during a support view the administrator is the actor, and the view is named", async () => {
  const { account } = await aTeacherAtWork();
  const administrator = await anAdministrator(portal);
  const desk = await aSession(portal, administrator, { loginType: "PASSWORD" });
  const begun = await desk.call(beginSupportView, { params: { userId: account.id }, body: { reason: "A test of the history." } });
  expect(begun.status).toBeLessThan(300);
  expect((await desk.call(listGames, { query: {} })).status).toBe(403);
  expect(await refusalsOf(administrator)).toEqual([{ call: "listGames", viewId: expect.any(String) }]);
  expect(await refusalsOf(account)).toEqual([]);
});

test("a refusal stays a refusal if the history cannot be written", async () => {
  const { account, browser } = await aTeacherAtWork();
  await sql`create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$`.execute(
    portal.context.database,
  );
  await sql`create trigger refuse_event before insert on audit_events for each row
    when (new.event = 'access_refused') execute function refuse_event()`.execute(portal.context.database);
  expect(await browser.call(listGames, { query: {} })).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  expect(await refusalsOf(account)).toEqual([]);
});
