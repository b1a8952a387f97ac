/** Closed months of the history: their digests, and what shows a later change (docs/decisions/0059). */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteUserByAdmin } from "@storyport/contract/users";
import { anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { insertPastEvents, makePastMonths, monthAgo, tamper } from "#test/past-months.ts";
import { anAdminDesk } from "#test/users.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { addHistoryMonths, closeMonths } from "./close-months.ts";
import { dropMonth, findOldMonths } from "./drop-months.ts";
import { exportLines } from "./export-months.ts";
import { verifyMonths } from "./verify-months.ts";
import type { MonthVerdict } from "./verify-months.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await buildTestPortal();
  await makePastMonths(portal.context.database, 3);
});
afterEach(() => portal.close());

const blocksOfFour = { eventsOfBlock: 4 };

async function verdicts(): Promise<MonthVerdict[]> {
  const found: MonthVerdict[] = [];
  for await (const verdict of verifyMonths(portal.context)) found.push(verdict);
  return found;
}

async function faults(): Promise<string[]> {
  return (await verdicts()).flatMap(({ month, faults: told }) => told.map((fault) => `${month}: ${fault}`));
}

async function linesOf(from: string, to: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const page of exportLines(portal.context.database, { from: `${from}-01`, to: `${to}-01` })) lines.push(...page);
  return lines;
}

describe("a month that has ended", () => {
  test("is closed with its number of events and a digest; the present month stays open", async () => {
    await insertPastEvents(portal.context.database, { back: 2, count: 9 });
    await insertPastEvents(portal.context.database, { back: 1, count: 5 });
    await closeMonths(portal.context, blocksOfFour);
    const found = await verdicts();
    expect(found.filter(({ state }) => state === "closed").map(({ month, events }) => [month, events])).toEqual([
      [`before ${monthAgo(3)}`, 0],
      [monthAgo(3), 0],
      [monthAgo(2), 9],
      [monthAgo(1), 5],
    ]);
    expect(found.filter(({ state }) => state === "open").map(({ month }) => month)).toEqual([monthAgo(0)]);
    expect(await faults()).toEqual([]);
  });

  test("has the digest that its exported lines have, block after block, from the digest of the month before", async () => {
    const { database } = portal.context;
    await insertPastEvents(database, { back: 2, count: 9 });
    await insertPastEvents(database, { back: 1, count: 5 });
    await closeMonths(portal.context, blocksOfFour);
    const sha256 = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
    let digest: Buffer = Buffer.alloc(32);
    for (const back of [2, 1]) {
      const lines = await linesOf(monthAgo(back), monthAgo(back - 1));
      for (let from = 0; from < lines.length; from += 4) {
        digest = sha256(digest, ...lines.slice(from, from + 4).map((line) => sha256(line)));
      }
      expect((await verdicts()).find(({ month }) => month === monthAgo(back))?.digest).toBe(digest.toString("hex"));
    }
    expect(JSON.parse((await linesOf(monthAgo(2), monthAgo(1)))[0] ?? "")).toMatchObject({
      at: `${monthAgo(2)}-03T04:06:06.123456Z`,
      event: "login_succeeded",
      details: { name: 'Zoë "☃"' },
    });
  });

  test("is closed once, and recorded once, by fifty processes at the same time", async () => {
    const { database } = portal.context;
    await insertPastEvents(database, { back: 1, count: 9 });
    while ((await verdicts()).some(({ month, state }) => month === monthAgo(1) && state === "open")) {
      await Promise.all(Array.from({ length: 50 }, () => closeMonths(portal.context, blocksOfFour)));
    }
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_events where event = 'history_month_closed' and details ->> 'month' = ${monthAgo(1)}`.execute(database);
    expect(rows).toMatchObject([{ details: { month: monthAgo(1), events: 9, digest: expect.stringMatching(/^[\da-f]{64}$/) } }]);
    expect(await faults()).toEqual([]);
  });

  test("is closed in the next run if a run was stopped", async () => {
    await insertPastEvents(portal.context.database, { back: 3, count: 9 });
    const stop = new AbortController();
    stop.abort();
    await closeMonths(portal.context, { ...blocksOfFour, signal: stop.signal });
    expect((await verdicts()).map(({ state }) => state)).not.toContain("closed");
    await closeMonths(portal.context, blocksOfFour);
    expect((await verdicts()).find(({ month }) => month === monthAgo(3))).toMatchObject({ state: "closed", events: 9, faults: [] });
  });
});

describe("verify names", () => {
  let ids: string[];
  beforeEach(async () => {
    ids = await insertPastEvents(portal.context.database, { back: 2, count: 10 });
    await insertPastEvents(portal.context.database, { back: 1, count: 3 });
    await closeMonths(portal.context, blocksOfFour);
  });

  test.each(["event = 'logged_out'", "at = at + interval '1 microsecond'", `details = details || '{"x": 1}'`, "network = null"])(
    "an event that was changed: %s",
    async (change) => {
      await tamper(portal.context.database, `update audit_events set ${change} where id = ${ids[5]}`);
      expect(await faults()).toEqual([`${monthAgo(2)}: Event ${ids[5]} was changed.`]);
    },
  );

  test("events that were deleted: the first, one in between and the last", async () => {
    await tamper(portal.context.database, `delete from audit_events where id in (${ids[0]}, ${ids[4]}, ${ids[9]})`);
    expect(await faults()).toEqual([ids[0], ids[4], ids[9]].map((id) => `${monthAgo(2)}: Event ${id} was deleted.`));
  });

  test("an event that was added before the first or behind the last, or in the place of another", async () => {
    const { database } = portal.context;
    await tamper(database, `delete from audit_events where id = ${ids[4]}`);
    const [late] = await insertPastEvents(database, { back: 2, count: 1 });
    await tamper(
      database,
      `insert into audit_events (id, at, event) overriding system value values (-7, '${monthAgo(2)}-04', 'x'), (${ids[4]}, '${monthAgo(2)}-04', 'x')`,
    );
    expect(await faults()).toEqual([
      `${monthAgo(2)}: Event -7 was added.`,
      `${monthAgo(2)}: Event ${ids[4]} was changed.`,
      `${monthAgo(2)}: Event ${late} was added.`,
    ]);
  });

  test("an event that moved to another month", async () => {
    await tamper(portal.context.database, `update audit_events set at = at + interval '1 month' where id = ${ids[3]}`);
    expect(await faults()).toEqual([`${monthAgo(2)}: Event ${ids[3]} was deleted.`, `${monthAgo(1)}: Event ${ids[3]} was added.`]);
  });

  test("a month whose digests were all made again by hand, because its seal needs the key", async () => {
    const { database, vault, log } = portal.context;
    const forger = { ...vault, digest: () => randomBytes(32) };
    await tamper(database, `update audit_events set event = 'x' where id = ${ids[5]}`);
    await reopen();
    await closeMonths({ database, log, vault: forger }, blocksOfFour);
    const seal = "Its digest was changed, or was made with the SECRET_KEY of another installation.";
    expect(await faults()).toEqual([`before ${monthAgo(3)}`, monthAgo(3), monthAgo(2), monthAgo(1)].map((month) => `${month}: ${seal}`));
  });

  test("a month that a portal closed again, because its digest was removed: the history has the first digest", async () => {
    const { database } = portal.context;
    const digest = (await verdicts()).find(({ month }) => month === monthAgo(1))?.digest;
    await tamper(database, `delete from history_months where starts_on = '${monthAgo(1)}-01'`);
    await tamper(database, `delete from history_blocks where ends_on = '${monthAgo(0)}-01'`);
    await tamper(database, `update audit_events set event = 'x' where at between '${monthAgo(1)}-01' and '${monthAgo(0)}-01'`);
    await closeMonths(portal.context, blocksOfFour);
    expect(await faults()).toEqual([`${monthAgo(1)}: When it was closed, the history recorded another digest for it: ${digest}`]);
  });

  test("a month whose closing the history names no more, the newest one too", async () => {
    const { database } = portal.context;
    await tamper(database, "delete from audit_events where event = 'history_month_closed'");
    const months = [`before ${monthAgo(3)}`, monthAgo(3), monthAgo(2), monthAgo(1)];
    const removed = "The history does not name its digest any more. The event of its closing was removed.";
    expect(await faults()).toEqual(months.map((month) => `${month}: ${removed}`));
  });

  test("no fault of a dropped month, whose record may be in a month that is dropped too", async () => {
    const { database } = portal.context;
    await makePastMonths(database, 40);
    await reopen();
    await closeMonths(portal.context, blocksOfFour);
    for (const month of await findOldMonths(database, { years: 3, before: undefined })) await dropMonth(database, month);
    await tamper(database, `delete from audit_events where details ->> 'month' = '${monthAgo(38)}'`);
    expect(await faults()).toEqual([]);
  });

  test("a digest that was removed and is not made again, a table that is gone, and a changed digest of a block", async () => {
    const { database } = portal.context;
    const table = `audit_events_${monthAgo(1).replace("-", "_")}`;
    await tamper(database, `drop table ${table}`);
    await tamper(database, `update history_blocks set digest = sha256(digest) where number = 2`);
    const first = await faults();
    expect(first).toContain(`${monthAgo(1)}: Its table is gone, although no command dropped it.`);
    expect(first).toContain(`${monthAgo(2)}: The digest of the events ${ids[4]} to ${ids[7]} was changed.`);
    await tamper(database, `delete from history_months where starts_on = '${monthAgo(2)}-01'`);
    await closeMonths(portal.context, blocksOfFour);
    expect(await faults()).toContain(`${monthAgo(2)}: It has no digest, although a later month has one. Its digest was removed.`);
  });

  test("no fault after an account is erased, because the history keeps its bare id", async () => {
    const { database } = portal.context;
    const account = await anAccount(portal, { displayName: "Nora" });
    await closeAgainWithEventAbout(account.id);
    const { desk } = await anAdminDesk(portal);
    const answer = await desk.call(deleteUserByAdmin, { params: { userId: account.id } });
    expect(answer.status, answer.text).toBeLessThan(300);
    const { rows } =
      await sql`select from audit_events where target_id = ${account.id}::uuid and at < ${`${monthAgo(1)}-01`}::timestamptz`.execute(
        database,
      );
    expect(rows.length).toBeGreaterThan(0);
    expect(await faults()).toEqual([]);
  });

  /** As if no month had been closed. */
  async function reopen(): Promise<void> {
    const { database } = portal.context;
    await tamper(database, "delete from history_months");
    await tamper(database, "delete from history_blocks");
    await tamper(database, "delete from audit_events where event = 'history_month_closed'");
  }

  async function closeAgainWithEventAbout(accountId: string): Promise<void> {
    const { database } = portal.context;
    await reopen();
    await sql`insert into audit_events (at, event, target_id) values (${`${monthAgo(2)}-05`}::timestamptz, 'account_viewed', ${accountId}::uuid)`.execute(
      database,
    );
    await closeMonths(portal.context, blocksOfFour);
  }
});

test("months without a digest are not dropped, because their absence could not be told from a theft", async () => {
  const { database } = portal.context;
  await makePastMonths(database, 40);
  await expect(findOldMonths(database, { years: 3, before: undefined })).rejects.toThrow(`before ${monthAgo(40)} has no digest yet.`);
  await closeMonths(portal.context, blocksOfFour);
  const old = await findOldMonths(database, { years: 3, before: `${monthAgo(38)}-01` });
  expect(old.map(({ endsOn }) => endsOn.slice(0, 7))).toEqual([40, 39, 38].map(monthAgo));
});

test("two operators who drop the same month at once drop it once, and only one call returns true", async () => {
  const { database } = portal.context;
  await makePastMonths(database, 40);
  await closeMonths(portal.context, blocksOfFour);
  const [oldest] = await findOldMonths(database, { years: 3, before: undefined });
  if (oldest === undefined) throw new Error("No month is old.");
  const drop = () => dropMonth(database, oldest, { tries: 30, pauseMs: 100 });
  const outcomes = await Promise.all([drop(), drop()]);
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const dropped = database.selectFrom("audit_events").select("id").where("event", "=", "history_dropped");
  expect(await dropped.execute()).toHaveLength(1);
});

test("digests survive a change of SECRET_KEY", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const database = portal.context.database;
  // As in a new database, where the vault takes any key. The key of this portal is neither of the two.
  await sql`delete from key_canary`.execute(database);
  await sql`delete from signing_keys`.execute(database);
  const vault = await openVault(database, [old]);
  await insertPastEvents(database, { back: 1, count: 3 });
  await closeMonths({ ...portal.context, vault }, blocksOfFour);
  portal.context.vault = await openVault(database, [next, old]);
  expect((await verdicts()).map(({ state }) => state)).toContain("closed");
  expect(await faults()).toEqual([]);
});

describe("the months ahead", () => {
  const ends = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ table: string }>`
      select max(inhrelid::regclass::text) as table from pg_inherits where inhparent = 'audit_events'::regclass and inhrelid::regclass::text ~ '\\d$'`.execute(
      portal.context.database,
    );
    return rows[0]?.table;
  };
  const last = `audit_events_${monthAgo(-12).replace("-", "_")}`;
  /** PostgreSQL's code for a row that no partition takes (check_violation). */
  const noPartition = "23514";

  test("are made a year ahead, once, by fifty processes at the same time, also after months without a portal", async () => {
    const { database } = portal.context;
    expect(await ends()).toBe(last);
    for (let ahead = 12; ahead >= -2; ahead--)
      await sql.raw(`drop table audit_events_${monthAgo(-ahead).replace("-", "_")}`).execute(database);
    await expect(sql`insert into audit_events (event) values ('x')`.execute(database)).rejects.toMatchObject({ code: noPartition });
    await Promise.all(Array.from({ length: 50 }, () => addHistoryMonths(portal.context)));
    await sql`insert into audit_events (event) values ('x')`.execute(database);
    expect(await ends()).toBe(last);
  });
});

test.each(["update % set event = 'x'", "delete from %", "truncate %"])(
  "a single month's table is append only too: %s",
  async (statement) => {
    const { database } = portal.context;
    await sql`insert into audit_events (event) values ('x')`.execute(database);
    const table = `audit_events_${monthAgo(0).replace("-", "_")}`;
    await expect(sql.raw(statement.replace("%", table)).execute(database)).rejects.toThrow("append only");
  },
);
