/** A long history stays fast under every filter: each page walks an index and never scans the whole table. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { makePastMonths } from "#test/past-months.ts";
import { stepsIn } from "#test/plans-of.ts";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { eventsOf, findEvents, findRefusedLogins, refusedLoginRowsOf } from "./queries.ts";
import type { EventFilter } from "./queries.ts";

const organizationId = "00000000-0000-4000-8000-000000000001";
const otherId = "00000000-0000-4000-8000-000000000002";
const accountId = "00000000-0000-4000-8000-00000000000a";
const groupId = "00000000-0000-4000-8000-00000000000b";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await makePastMonths(store.database, 12);
  // Two thousand accounts over 277 days. One event in a thousand is rare, and one account does almost nothing. One
  // game has three hundred refused logins in a month.
  await store.withScripts(async (run) => {
    await run(`
      insert into audit_events (at, event, actor_id, target_id, organization_id, details)
      select now() - make_interval(mins => (40000 - n) * 10),
        case when n % 1000 = 0 then 'token_reuse' when n % 7 = 3 then 'game_login_refused' when n % 3 = 0 then 'logged_out' else 'login_succeeded' end,
        case when n % 20000 = 7 then '${accountId}'::uuid else md5('a' || n % 2000)::uuid end, md5('a' || n % 1999)::uuid,
        case when n % 50 = 0 then '${organizationId}'::uuid else md5('o' || n % 40)::uuid end,
        case when n % 9000 = 5 then '{"userGroupId": "${groupId}"}'
          when n % 7 = 3 then jsonb_build_object('reason', 'errors.clientCodeInvalid', 'gameId', case when n % 2 = 0 then 7 else 100 + n % 39 end) when n % 4 = 0 then jsonb_build_object('playerGroupId', md5('g' || n % 300)::uuid)
          else '{}' end
      from generate_series(1, 40000) n`);
    await run("analyze audit_events");
  });
}, 60_000);
afterAll(() => store.close());

/** A page and one event more, as `listAuditEvents` asks. */
const most = 51;
const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
const filters: [string, Omit<EventFilter, "most">][] = [
  ["nothing", {}],
  ["an account that did little", { about: accountId }],
  ["what is about an organization", { about: organizationId }],
  ["a group with few members", { about: groupId }],
  ["an organization", { organizationIds: [organizationId] }],
  ["several organizations", { organizationIds: [organizationId, otherId] }],
  ["an account, for its organization's manager", { about: accountId, organizationIds: [organizationId] }],
  ["a rare event", { event: "token_reuse" }],
  ["an event that never was", { event: "account_deleted" }],
  ["who did it", { actorId: accountId }],
  ["an event on a day long ago", { event: "login_succeeded", from: longAgo, to: longAgo }],
  ["an old page of who did it", { actorId: accountId, before: "30000" }],
  ["a day long ago", { from: longAgo, to: longAgo }],
  ["a day before everything", { to: "2001-01-01" }],
  ["a future day", { from: "2999-01-01" }],
  ["an old page", { before: "50" }],
  ["all filters together", { about: accountId, event: "logged_out", from: longAgo, to: "2999-01-01", before: "30000" }],
];

describe("the history filtered by", () => {
  test.each(filters)("%s is read along an index", async (_, filter) => {
    const { rows: plans } =
      await sql`explain (format json, analyze, timing off) ${eventsOf({ filter: { ...filter, most }, reach: "everywhere" })}`.execute(
        store.database,
      );
    const plan = JSON.stringify(plans);
    expect(plan).toMatch(/"Index Name":"audit_events_/);
    // A month without events is scanned, because nothing is cheaper.
    const scans = stepsIn(plans).filter(
      (node) => node["Node Type"] === "Seq Scan" && String(node["Relation Name"]).startsWith("audit_events"),
    );
    expect(scans.filter((node) => Number(node["Actual Rows"]) + Number(node["Rows Removed by Filter"] ?? 0) > 0)).toEqual([]);
    // Rows read and thrown away. A walk along the wrong index would throw away thousands.
    expect(stepsIn(plans).filter((node) => Number(node["Rows Removed by Filter"] ?? 0) > 1000)).toEqual([]);
    expect(stepsIn(plans).filter((node) => Number(node["Actual Rows"]) > 1000)).toEqual([]);
    // Beside an equality the walk would begin at the newest event of the kind, whatever the row comparison's bounds are.
    const walks = stepsIn(plans).map((node) => String(node["Index Cond"]));
    expect(walks.filter((condition) => condition.includes("ROW(") && / = /.test(condition))).toEqual([]);
  });

  test.each(filters.filter(([, { from, to }]) => from !== undefined && to === from))("%s reads two months at most", async (_, filter) => {
    const { rows } =
      await sql`explain (format json, analyze, timing off) ${eventsOf({ filter: { ...filter, most }, reach: "everywhere" })}`.execute(
        store.database,
      );
    const read = stepsIn(rows).filter(
      (step) => String(step["Relation Name"]).startsWith("audit_events_") && Number(step["Actual Loops"]) > 0,
    );
    const tables = new Set(read.map((step) => step["Relation Name"]));
    // The day's bounds lie in the next month if the day is its last one.
    expect(tables.size).toBeGreaterThan(0);
    expect(tables.size).toBeLessThanOrEqual(2);
  });

  test("a filter by an old day finds exactly that day's events", async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_events
      where at >= ${longAgo}::date at time zone 'UTC' and at < (${longAgo}::date + 1) at time zone 'UTC'`.execute(store.database);
    const events = await findEvents(store.database, { filter: { from: longAgo, to: longAgo, most: 10_000 }, reach: "everywhere" });
    expect(events).toHaveLength(rows[0]?.count ?? -1);
    expect(new Set(events.map(({ at }) => at.toISOString().slice(0, 10)))).toEqual(new Set([longAgo]));
  });

  test("an action of users on their own account is listed once", async () => {
    await sql`insert into audit_events (event, actor_id, target_id) values ('logged_out', ${otherId}::uuid, ${otherId}::uuid)`.execute(
      store.database,
    );
    expect(await findEvents(store.database, { filter: { about: otherId, most }, reach: "everywhere" })).toHaveLength(1);
  });
});

describe("the refused logins of a game", () => {
  test("are read along an index of their own, in the months of the last 30 days", async () => {
    const { rows } = await sql`explain (format json, analyze, timing off) ${refusedLoginRowsOf(7)}`.execute(store.database);
    const steps = stepsIn(rows).filter((step) => Number(step["Actual Rows"]) > 0);
    const tables = steps.flatMap((step) => ("Relation Name" in step ? String(step["Relation Name"]) : []));
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.length).toBeLessThanOrEqual(2);
    const walks = steps.filter((step) => String(step["Index Cond"]).includes("gameId"));
    expect(walks).toHaveLength(tables.length);
    expect(steps.map((step) => step["Node Type"])).not.toContain("Seq Scan");
    // The month has 4,320 events, and the game 318 refused logins in it.
    expect(steps.filter((step) => Number(step["Actual Rows"]) > 500)).toEqual([]);
  });

  test("are the newest fifty", async () => {
    const refused = await findRefusedLogins(store.database, 7);
    expect(refused).toHaveLength(limits.refusedLogins.most);
    expect(refused.map(({ at }) => at)).toEqual(refused.map(({ at }) => at).toSorted((one, other) => other.getTime() - one.getTime()));
    expect(Date.now() - Number(refused[0]?.at)).toBeLessThan(86_400_000);
  });
});
