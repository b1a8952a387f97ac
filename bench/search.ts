/** How long an administrator waits for the first page of a search: by HTTP, with 100,000 accounts and 1,000,000 players. */
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Figure, Report } from "#/figures/run-bench.ts";
import { Connection, postRequest } from "#/load/connection.ts";
import { startPortal } from "#/programs/portal.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { fillSearch } from "#/stores/fill-search.ts";

const size = { accounts: 100_000, players: 1_000_000 };
const times = 7;
const goal = 300;
const secret = "bench-search".padEnd(43, "0");

interface Search {
  what: string;
  path: string;
  body: Record<string, unknown>;
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
];

await runBench("search", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("search");
  const portal = await startPortal(cleanUp, database);
  tell(`making ${size.accounts} accounts and ${size.players} players`);
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
  const request = withCookie(postRequest(search.path, port, search.body));
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`${search.what}: ${status}`);
    seen.push(performance.now() - start);
  }
  return seen;
}

/** As an administrator's browser would send it. */
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
