/** The history as its readers see it (DESIGN 8.2, and the rules of who reads what). */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportAuditEvents, listAuditEvents } from "@storyport/contract/audit";
import type { AuditEvent } from "@storyport/contract/audit";
import { setDisplayName } from "@storyport/contract/accounts";
import { recordEvent } from "./record-event.ts";
import { anAccount, anAdministrator, anOrganization, aPlayerGroup, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await logIn(portal.browser(), await anAdministrator(portal));
});
afterAll(() => portal.close());

/** The request that an event names; its values do not matter here. */
const caller = { requestId: "r", addressBucket: "b", network: "n" };

async function aManager() {
  const organization = await anOrganization(portal);
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  return { organization, account, browser: await logIn(portal.browser(), account) };
}

async function eventsFor(browser: Browser, query: Record<string, string> = {}): Promise<{ results: AuditEvent[]; next: string | null }> {
  const answer = await browser.call(listAuditEvents, { query });
  expect(answer.status).toBe(200);
  return answer.body as { results: AuditEvent[]; next: string | null };
}

test("an administrator reads a person's actions, newest first, with current names and a shortened IP address", async () => {
  const { account, browser } = await aManager();
  await browser.call(setDisplayName, { body: { displayName: "Kari Nordmann" } });
  const { results } = await eventsFor(admin, { about: account.id });
  expect(results.map(({ event }) => event)).toEqual(["display_name_set", "login_succeeded"]);
  expect(results[0]).toMatchObject({ actorId: account.id, actor: account.email, network: "127.0.0.0/24", requestId: expect.any(String) });
  expect(JSON.stringify(results.map(({ details }) => details))).not.toContain("Kari");
});

test("a manager of an organization reads its events and no others", async () => {
  const one = await aManager();
  const other = await aManager();
  const { results } = await eventsFor(one.browser);
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map(({ organizationId }) => organizationId))).toEqual(new Set([one.organization.id]));
  expect((await eventsFor(one.browser, { about: other.account.id })).results).toEqual([]);
});

test.each(["userGroupId", "playerGroupId"])("an action on a person by a group (%s) is listed for the group too, once", async (key) => {
  const one = await aManager();
  const other = await aManager();
  const groupId = crypto.randomUUID();
  const { account, organization } = one;
  const event = { event: "member_added", targetId: account.id, organizationId: organization.id, details: { [key]: groupId } } as const;
  await recordEvent(portal.context.database, caller, event);
  await recordEvent(portal.context.database, caller, { ...event, targetId: groupId });
  const targets = (await eventsFor(one.browser, { about: groupId })).results.map(({ targetId }) => targetId);
  expect(targets).toEqual([groupId, account.id]);
  expect((await eventsFor(other.browser, { about: groupId })).results).toEqual([]);
});

test("listAuditEvents of another organization: errors.notFound", async () => {
  const one = await aManager();
  const other = await aManager();
  const { status, body } = await one.browser.call(listAuditEvents, { query: { organizationId: other.organization.id } });
  expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

test("filters by event, by day and by who did it combine", async () => {
  const { account } = await aManager();
  const today = new Date().toISOString().slice(0, 10);
  expect((await eventsFor(admin, { about: account.id, event: "login_succeeded", from: today, to: today })).results).toHaveLength(1);
  expect((await eventsFor(admin, { actorId: account.id, event: "logged_out" })).results).toEqual([]);
  expect((await eventsFor(admin, { about: account.id, to: "2020-01-01" })).results).toEqual([]);
  expect((await eventsFor(admin, { about: account.id, from: "2999-01-01" })).results).toEqual([]);
});

test.each([{ before: "0" }, { before: "1e9" }, { from: "yesterday" }, { about: "1 or 1=1" }, { event: "x".repeat(65) }])(
  "the filter %j is refused",
  async (query) => {
    expect(await admin.call(listAuditEvents, { query })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  },
);

test("pages neither skip nor repeat events while new events arrive", async () => {
  const { account } = await aManager();
  const write = () => recordEvent(portal.context.database, caller, { event: "logged_out", actorId: account.id, targetId: account.id });
  for (let count = 0; count < 60; count++) await write();
  const first = await eventsFor(admin, { about: account.id, event: "logged_out" });
  await write();
  const second = await eventsFor(admin, { about: account.id, event: "logged_out", before: first.next ?? "" });
  expect([first.results.length, second.results.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.results, ...second.results].map(({ id }) => id)).size).toBe(60);
});

test("the history is exported as CSV, formulas escaped, and the export is recorded", async () => {
  const account = await anAccount(portal, { email: null, displayName: "=HYPERLINK(1)" });
  await recordEvent(portal.context.database, caller, { event: "logged_out", actorId: account.id, targetId: account.id });
  const { headers, text } = await admin.call(exportAuditEvents, { query: { about: account.id } });
  expect(headers["content-disposition"]).toBe('attachment; filename="history.csv"');
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text).toContain("'=HYPERLINK(1)");
  expect((await eventsFor(admin, { event: "history_exported" })).results[0]?.details).toEqual({ rows: 1 });
});

test.each(["=HYPERLINK(1)\nx", "\n=1+1", " +1", "\u200e@SUM(1)", "\uff1d1+1"])(
  "a group's name that spreadsheets read as a formula (%j) is escaped",
  async (name) => {
    const { database } = portal.context;
    const organization = await anOrganization(portal);
    const { id } = await database
      .insertInto("user_groups")
      .values({ organization_id: organization.id, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordEvent(database, caller, { event: "user_group_edited", targetId: id });
    expect((await admin.call(exportAuditEvents, { query: { about: id } })).text).toContain(`"'${name.replace("\n=", "\n'=")}"`);
  },
);

test.each(["update audit_events set event = 'x'", "delete from audit_events", "truncate audit_events"])(
  "the database refuses: %s",
  async (statement) => {
    const { database } = portal.context;
    await expect(sql.raw(statement).execute(database)).rejects.toThrow("append only");
  },
);

test("ids in the details get current names only within the reader's organizations; deleted things have no name", async () => {
  const [one, other] = [await aManager(), await aManager()];
  const { database } = portal.context;
  const group = await aPlayerGroup(portal, one);
  const foreign = await aPlayerGroup(portal, other);
  const gone = crypto.randomUUID();
  await recordEvent(database, caller, {
    event: "user_group_edited",
    targetId: gone,
    organizationId: one.organization.id,
    details: {
      before: { rights: { [group.id]: "READ", [gone]: "READ" } },
      after: { rights: { [foreign.id]: "READ" } },
      holder: one.account.id,
      userGroups: [other.account.id, one.organization.id, other.organization.id],
    },
  });
  const named = async (browser: Browser) => {
    const { body } = await browser.call(listAuditEvents, { query: { event: "user_group_edited", organizationId: one.organization.id } });
    return (body as { named: { id: string; kind: string; name: string }[] }).named;
  };
  const own = [
    { id: group.id, name: "2A", kind: "playerGroup" },
    { id: one.account.id, name: one.account.email, kind: "account" },
    { id: one.organization.id, name: one.organization.key, kind: "organization" },
  ];
  expect(await named(one.browser)).toHaveLength(own.length);
  expect(await named(one.browser)).toEqual(expect.arrayContaining(own));
  const others = [foreign.id, other.account.id, other.organization.id].map((id) => expect.objectContaining({ id }));
  expect(await named(admin)).toHaveLength(own.length + others.length);
  expect(await named(admin)).toEqual(expect.arrayContaining([...own, ...others]));
});

test("a school's history no longer names a person who left; a platform administrator sees the name", async () => {
  const school = await aManager();
  const other = await aManager();
  const member = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["organization_admin"] }] });
  const about = { about: member.id };
  const byMember = await logIn(portal.browser(), member);
  await byMember.call(setDisplayName, { body: { displayName: "Solveig Unmistakable" } });
  const named = await eventsFor(school.browser, about);
  expect(named.results).toContainEqual(expect.objectContaining({ actor: member.email, target: member.email }));
  const { id: organization_id } = other.organization;
  await portal.context.database.updateTable("organization_members").set({ organization_id }).where("account_id", "=", member.id).execute();
  await portal.context.database.updateTable("accounts").set({ email: "new@elsewhere.example" }).where("id", "=", member.id).execute();
  const left = await eventsFor(school.browser, about);
  expect(left.results.map(({ id }) => id)).toEqual(named.results.map(({ id }) => id));
  for (const event of left.results) expect(event).toMatchObject({ actorId: member.id, actor: null, targetId: member.id, target: null });
  expect(JSON.stringify(left)).not.toMatch(/elsewhere|Unmistakable/);
  expect((await eventsFor(admin, about)).results).toContainEqual(expect.objectContaining({ actor: "new@elsewhere.example" }));
});

test("a player that moved to another school is not named to the former school", async () => {
  const school = await aManager();
  const other = await aManager();
  const { playerIds } = await aPlayerGroup(portal, { organization: school.organization, players: 1 });
  const [targetId = ""] = playerIds;
  await recordEvent(portal.context.database, caller, { event: "player_edited", targetId, organizationId: school.organization.id });
  expect((await eventsFor(school.browser, { about: targetId })).results).toMatchObject([{ target: "Player 0", targetKind: "player" }]);
  const { id: organization_id } = other.organization;
  await portal.context.database.updateTable("players").set({ organization_id, name: "Nora" }).where("id", "=", targetId).execute();
  expect((await eventsFor(school.browser, { about: targetId })).results).toMatchObject([{ targetId, target: null, targetKind: "player" }]);
});

test.each([
  { from: "2026-02-31" },
  { from: "0000-00-00" },
  { to: "0000-01-01" },
  { to: "9999-99-99" },
  { to: "2025-02-29" },
  { before: "9223372036854775808" },
])("an invalid day and too large a number (%j) are bad input, for the list and the export", async (query) => {
  expect(await admin.call(listAuditEvents, { query })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  // The export has no pages.
  if ("before" in query) return;
  expect(await admin.call(exportAuditEvents, { query })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
});

test.each([{ from: "0001-01-01" }, { to: "9999-12-31" }, { from: "2024-02-29", to: "2024-02-29" }, { before: "9223372036854775807" }])(
  "the first and the last possible day and number (%j) are accepted",
  async (query) => {
    expect((await admin.call(listAuditEvents, { query })).status).toBe(200);
  },
);
