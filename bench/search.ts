/**
 * Measures how long an administrator waits for a page of a list over HTTP. The store has 100,000 accounts, 1,000,000 players, 5,000
 * organizations and 50,000 user groups.
 */
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Figure, Report } from "#/figures/run-bench.ts";
import { Connection, getRequest, postRequest } from "#/load/connection.ts";
import { startPortal } from "#/programs/portal.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { fillSearch } from "#/stores/fill-search.ts";

const size = { accounts: 100_000, players: 1_000_000, organizations: 5_000, userGroups: 50_000 };
const times = 7;
const goal = 300;
const secret = "bench-search".padEnd(43, "0");

interface Search {
  what: string;
  path: string;
  /** Absent for a list that is searched by its URL. */
  body?: Record<string, unknown>;
}

const users = (what: string, query: string, page = 1): Search => ({
  what: `users: ${what}`,
  path: "/api/auth/users/search",
  body: { query, page },
});
const players = (what: string, query: string, offset = 0): Search => ({
  what: `players: ${what}`,
  path: "/api/auth/admin/player/search",
  body: { query, offset },
});

const listed = (path: string, what: string, query: Record<string, string>): Search => ({
  what: `${path.split("/")[0] ?? path}: ${what}`,
  path: `/api/auth/${path}?${new URLSearchParams(query)}`,
});
const organizations = (what: string, query: Record<string, string>) => listed("organization/search", what, query);
const groups = (what: string, query: Record<string, string>) => listed("user-groups/search", what, query);

const searches: Search[] = [
  users("a rare part", "durand.77"),
  users("a frequent part (all)", "bench.example"),
  users("nothing like it", "nobody at all"),
  users("one letter, in all", "a"),
  users("two letters, in none", "zq"),
  users("no filter", ""),
  users("no filter, the last page", "", 1000),
  players("a rare part", "silva 77777"),
  players("a frequent part (one in twelve)", "nordmann"),
  players("with letters beyond a to z", "bjørn lie 9"),
  players("nothing like it", "nobody at all"),
  players("one letter, in most", "a"),
  players("one letter, in none", "%"),
  players("two letters, in many", "no"),
  players("two letters, in none", "zq"),
  players("a frequent part, the last page", "nordmann", 9990),
  organizations("no filter", {}),
  organizations("no filter, the last page", { offset: "4950" }),
  organizations("a rare part", { query: "berg-4321" }),
  organizations("a frequent part (all)", { query: "skole" }),
  organizations("as one types, one letter", { query: "s", limit: "20" }),
  organizations("as one types, a part", { query: "fjord", limit: "20" }),
  { what: "organization: the whole list", path: "/api/auth/organization/list" },
  groups("no filter", {}),
  groups("no filter, the last page", { offset: "9950" }),
  groups("a rare part of the name", { query: "readers 4321" }),
  groups("a rare part of an owner's address", { query: "durand.77" }),
  groups("a part of one organization's key", { query: "elv-4321" }),
  groups("a frequent part (all, by the organization)", { query: "skole" }),
  groups("one letter, in all", { query: "e" }),
  groups("nothing like it", { query: "nobody at all" }),
];

await runBench("search", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("search");
  const portal = await startPortal(cleanUp, database);
  tell(`making ${size.accounts} accounts, ${size.players} players, ${size.organizations} organizations and ${size.userGroups} groups`);
  await fillSearch(database, size);
  await logInAsAdministrator(database);
  const connection = new Connection(portal.port);
  cleanUp.later(async () => connection.close());
  const figures: Figure[] = [];
  const rounds: Record<string, number[]> = {};
  for (const search of searches) {
    const seen = await timeSearch(connection, { search, port: portal.port });
    rounds[`${search.what}, ms`] = seen;
    const slowest = quantile(seen, 1);
    const measured = `${median(seen).toFixed(0)} ms (slowest ${slowest.toFixed(0)})`;
    figures.push({ what: search.what, measured, goal: `<= ${goal} ms`, isMet: median(seen) <= goal });
  }
  return { figures, rounds, notes: ["one request at a time, from sending it to the end of the answer; the first of each is among them"] };
}

async function timeSearch(connection: Connection, { search, port }: { search: Search; port: number }): Promise<number[]> {
  const { path, body } = search;
  const request = body === undefined ? getRequest(path, `session=${secret}`) : withCookie(postRequest(path, port, body));
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`${search.what}: ${status}`);
    seen.push(performance.now() - start);
  }
  return seen;
}

/** Adds the cookie of an administrator's browser. */
function withCookie(request: string): string {
  const whole = request.replace("\r\n\r\n", `\r\nCookie: session=${secret}\r\n\r\n`);
  // The connection writes one byte per character.
  return Buffer.from(whole, "utf8").toString("latin1");
}

async function logInAsAdministrator(database: string): Promise<void> {
  await runSql(
    database,
    `insert into sessions (digest, account_id, login_type, device_name, idle_seconds, expires_at)
      select substring(sha256(convert_to('${secret}', 'UTF8')) for 16), r.account_id, 'PASSWORD', 'Firefox on Windows', 28800, now() + interval '1 day'
      from account_roles r where r.role_key = 'admin' limit 1`,
  );
}
