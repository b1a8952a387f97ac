/**
 * Measures a platform in the proportions of 10 M accounts, 20 M sessions and 100 M events. It measures the bytes of each, the cost of each
 * operation, the lists of administrators, and a school morning. `npm run bench -- scale 0.1` makes a tenth of it; 1 needs some 80 GB of
 * disk. Without a number it makes a hundredth.
 */
import * as z from "zod/mini";
import type { CleanUp } from "#/figures/clean-up.ts";
import { quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Figure, Report } from "#/figures/run-bench.ts";
import { costOf } from "#/figures/unit-cost.ts";
import type { UnitCost } from "#/figures/unit-cost.ts";
import { own, playOn, renew, scan } from "#/load/child-way.ts";
import { runClosedLoop } from "#/load/closed-loop.ts";
import { getRequest } from "#/load/connection.ts";
import { playMorning } from "#/load/morning.ts";
import { startPortal } from "#/programs/portal.ts";
import type { Portal } from "#/programs/portal.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { badgeCode, childrenOfClass, fillLessons } from "#/stores/fill-lessons.ts";
import { hashOf, sessionCookie, teacherEmail } from "#/stores/fill-portal.ts";
import { fillScale, sizesOf } from "#/stores/fill-scale.ts";

const share = Number(process.argv.findLast((word) => /^\d*\.?\d+$/.test(word)) ?? "0.01");
const sizes = sizesOf(share);
const password = "Reading-Rocks-26";
const measured = { logins: 60, children: 100, secondsOfValidates: 6 };
/** Arrivals for each million accounts would need many machines. So the morning has as many as this machine can bring. */
const morning = { arrivals: 450, seconds: 90 };
const classes = Math.ceil((measured.children + morning.arrivals) / childrenOfClass);
/** A sequential read of so many rows means that an index is missing. */
const manyRows = 50_000;

const bytesRow = z.object({ account: z.coerce.number(), session: z.coerce.number(), event: z.coerce.number(), all: z.coerce.number() });
const readRow = z.object({ relname: z.string(), read: z.coerce.number() });

interface Scene {
  portal: Portal;
  database: string;
  api: string;
}

await runBench("scale", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("scale");
  const portal = await startPortal(cleanUp, database, ["--import", import.meta.resolve("./programs/statement-probe.ts")]);
  const scene = { portal, database, api: `http://127.0.0.1:${portal.port}/api/auth` };
  await fillScale(database, sizes, hashOf(password));
  const bytes = await measureBytes(database);
  await fillLessons(database, classes);
  await runSql(
    database,
    `insert into account_roles (account_id, role_key) select id, 'admin' from accounts where email = '${teacherEmail(1)}'`,
  );
  const readBefore = await sequentialReads(database);
  const costs = await measureCosts(scene);
  const lists = await measureLists(scene);
  const school = await measureMorning(scene);
  const read = await newReads(database, readBefore);
  return {
    figures: [
      ...bytes,
      ...costs.map(figureOf),
      ...lists,
      ...school,
      { what: "large tables read sequentially", measured: read, goal: "none", isMet: read === "none" },
    ],
    rounds: {},
    notes: [
      `${sizes.accounts} accounts, ${sizes.sessions} sessions, ${sizes.events} events (share ${share})`,
      `costs: ${measured.logins} logins, ${measured.children} children, validates for ${measured.secondsOfValidates} s; other work of the machine does not count, but slows it`,
    ],
  };
}

async function measureBytes(database: string): Promise<Figure[]> {
  const [row] = await runSql(
    database,
    `select (pg_total_relation_size('accounts') + pg_total_relation_size('account_login_types') + pg_total_relation_size('organization_members')
        + pg_total_relation_size('account_roles'))::float8 / ${sizes.accounts} as account,
      pg_total_relation_size('sessions')::float8 / ${sizes.sessions} as session,
      coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('audit_events') where isleaf),
        pg_total_relation_size('audit_events'))::float8 / ${sizes.events} as event,
      pg_database_size(current_database())::float8 as all`,
  );
  const { account, session, event, all } = bytesRow.parse(row);
  return [
    { what: "bytes per account, with login type, membership and role", measured: account.toFixed(0) },
    { what: "bytes per session", measured: session.toFixed(0) },
    { what: "bytes per event", measured: event.toFixed(0) },
    { what: "the whole database", measured: `${(all / 1e9).toFixed(2)} GB` },
  ];
}

async function measureCosts(scene: Scene): Promise<UnitCost[]> {
  tell("unit costs");
  const { api, portal } = scene;
  const cost = (what: string, times: number, work: () => Promise<unknown>) => costOf({ what, times, work }, scene);
  const each = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (let index = 0; index < count; index += 1) results.push(await work(index));
    return results;
  };
  // Prepares statements, and fills the caches of both sides. Each part has teachers of its own: a second login would post a letter.
  await each(10, (index) => logIn(api, 1000 + index));
  await validateFor(portal, 2);
  let cookies: string[] = [];
  let tokens: string[] = [];
  let answers = 0;
  const costs = [
    await cost("login by password", measured.logins, () => each(measured.logins, (index) => logIn(api, 2000 + index))),
    await cost(
      "login by badge",
      measured.children,
      async () => (cookies = await each(measured.children, (index) => scan(api, badgeOf(index)))),
    ),
    await cost(
      "hand-over and redeem",
      measured.children,
      async () => (tokens = await each(measured.children, (index) => playOn(api, cookies[index] ?? ""))),
    ),
    await cost(
      "refresh",
      measured.children,
      async () => (tokens = await each(measured.children, (index) => renew(api, tokens[index] ?? ""))),
    ),
  ];
  // The number of calls is known only afterwards.
  const validate = await cost("validate", 1, async () => (answers = await validateFor(portal, measured.secondsOfValidates)));
  const perCall = Object.fromEntries(
    Object.entries(validate).map(([name, value]) => [name, typeof value === "number" ? value / answers : value]),
  );
  return [...costs, perCall as unknown as UnitCost];
}

async function logIn(api: string, number: number): Promise<void> {
  const body = JSON.stringify({ email: teacherEmail(number), password, deviceName: "Measurement" });
  const answer = await fetch(`${api}/pw/login`, { method: "POST", headers: own, body });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a login was answered ${answer.status}`);
}

/** Random sessions, eight at a time. Returns the number of answers. */
async function validateFor({ port }: Portal, seconds: number): Promise<number> {
  const nextRequest = () => getRequest("/api/auth/auth/validate-auth", sessionCookie(1 + Math.floor(Math.random() * sizes.accounts)));
  return (await runClosedLoop({ port, connections: 8, seconds, nextRequest })).answers;
}

function badgeOf(index: number): string {
  return badgeCode(1 + Math.floor(index / childrenOfClass), 1 + (index % childrenOfClass));
}

function figureOf({ what, portalMs, postgresMs, statements, walBytes, rows }: UnitCost): Figure {
  const numbers = `portal ${portalMs.toFixed(2)} ms, PostgreSQL ${postgresMs.toFixed(2)} ms`;
  return {
    what: `${what}, processor time and writes`,
    measured: `${numbers}, ${statements.toFixed(1)} statements, ${walBytes.toFixed(0)} bytes of log, ${rows.toFixed(1)} rows`,
  };
}

/** The lists that read the large tables, as an administrator of the platform sees them. */
async function measureLists({ api, database }: Scene): Promise<Figure[]> {
  tell("lists");
  const headers = { ...own, cookie: sessionCookie(1) };
  const [{ id } = {}] = await runSql(database, `select id from accounts where email = '${teacherEmail(77)}'`);
  const search = (query: string) => ({ method: "POST", body: JSON.stringify({ query, pageSize: 20, page: 1 }) });
  const calls: [string, string, RequestInit][] = [
    ["the page Health", "health", {}],
    ["history, newest", "audit-events", {}],
    ["history of an account", `audit-events?about=${String(id)}`, {}],
    ["history, logins of a day 60 days ago", `audit-events?event=login_succeeded&from=${daysAgo(61)}&to=${daysAgo(60)}`, {}],
    ["history, an event that never was", "audit-events?event=account_deleted", {}],
    ["user search, a whole address", "users/search", search(teacherEmail(7777))],
    ["user search, a part that 1 in 1,000 have", "users/search", search("er777")],
    ["an account", `users/${String(id)}`, {}],
  ];
  const figures: Figure[] = [];
  for (const [what, path, init] of calls) {
    const took: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const began = performance.now();
      const answer = await fetch(`${api}/${path}`, { ...init, headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${text}`);
      took.push(performance.now() - began);
    }
    figures.push({ what: `${what}: first, median of five`, measured: `${took[0]?.toFixed(0)}, ${quantile(took, 0.5).toFixed(0)} ms` });
  }
  return figures;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Nine of ten arrivals are children with badges who go on into a game. The tenth is a teacher with a password. */
async function measureMorning({ api }: Scene): Promise<Figure[]> {
  tell(`a morning of ${morning.arrivals} arrivals in ${morning.seconds} s`);
  const { took, faults, plannedPeak } = await playMorning(morning, async (index) => {
    if (index % 10 === 0) return logIn(api, 5000 + index);
    return playOn(api, await scan(api, badgeOf(measured.children + index)));
  });
  const done = took.length;
  return [
    {
      what: `morning: arrivals that got in, planned peak ${plannedPeak.toFixed(0)} a second`,
      measured: `${done} of ${morning.arrivals}${faults[0] === undefined ? "" : ` (${faults[0]})`}`,
      goal: "all",
      isMet: done === morning.arrivals,
    },
    {
      what: "morning: until in the game, p50 / p95",
      measured: `${quantile(took, 0.5).toFixed(0)} / ${quantile(took, 0.95).toFixed(0)} ms`,
    },
  ];
}

async function sequentialReads(database: string): Promise<Map<string, number>> {
  const rows = z
    .array(readRow)
    .parse(await runSql(database, `select relname, seq_tup_read as read from pg_stat_user_tables where n_live_tup > ${manyRows}`));
  return new Map(rows.map(({ relname, read }) => [relname, read]));
}

async function newReads(database: string, before: ReadonlyMap<string, number>): Promise<string> {
  const found = [...(await sequentialReads(database))].map(([name, read]) => ({ name, rows: read - (before.get(name) ?? 0) }));
  const large = found.filter(({ rows }) => rows > manyRows).map(({ name, rows }) => `${name} (${rows} rows)`);
  return large.length === 0 ? "none" : large.join(", ");
}
