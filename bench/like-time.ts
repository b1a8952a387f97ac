/**
 * Measures whether the time of an answer reveals if an e-mail address has an account. Compares addresses that are unknown, known,
 * federated-only and disabled, in random order (DESIGN 8.4).
 */
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Figure, Report } from "#/figures/run-bench.ts";
import { Connection, postRequest } from "#/load/connection.ts";
import { startPortal } from "#/programs/portal.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { fillPortal, hashOf, teacherEmail } from "#/stores/fill-portal.ts";

const kinds = ["known", "unknown", "federated", "disabled"] as const;
type Kind = (typeof kinds)[number];

/** Per kind. No address is used twice, so that none is throttled. */
const accountsPerKind = 2000;
/** The first quarter is known, the second federated only, the third deactivated. The rest has no account. */
const firstOf: Record<Kind, number> = { known: 0, federated: accountsPerKind, disabled: 2 * accountsPerKind, unknown: 3 * accountsPerKind };

/** For each kind. The four kinds together stay below the hourly limit of one network address. Then the counts are cleared. */
const requestsPerRound = 12;
const rounds = 25;

const calls = {
  "pw/login": { status: 401, body: { password: "Not-The-Password-1", deviceName: "Measurement" } },
  "pw/reset-password-by-email": { status: 200, body: {} },
  "users/request-user-deletion": { status: 200, body: {} },
} as const;
type Path = keyof typeof calls;
const paths: readonly Path[] = ["pw/login", "pw/reset-password-by-email", "users/request-user-deletion"];

type Milliseconds = Record<Kind, number[]>;

await runBench("like-time", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("liketime");
  const portal = await startPortal(cleanUp, database);
  await fillKinds(database);
  const connection = new Connection(portal.port);
  cleanUp.later(async () => connection.close());
  const ask = asker(connection, portal.port);
  const seen = Object.fromEntries(paths.map((path) => [path, noTimes()])) as Record<Path, Milliseconds>;
  for (let round = 0; round <= rounds; round++) {
    tell(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    for (const path of paths) {
      const times = round === 0 ? noTimes() : seen[path];
      await takeRound(times, (kind) => ask(path, kind));
      await runSql(database, "delete from throttles; delete from link_requests; delete from outbox");
    }
  }
  return report(seen);
}

function noTimes(): Milliseconds {
  return { known: [], unknown: [], federated: [], disabled: [] };
}

async function takeRound(times: Milliseconds, ask: (kind: Kind) => Promise<number>): Promise<void> {
  for (const kind of shuffled(Array.from({ length: requestsPerRound }, () => kinds).flat())) times[kind].push(await ask(kind));
}

/** Requests another address of a kind each time, and returns the duration. */
function asker(connection: Connection, port: number): (path: Path, kind: Kind) => Promise<number> {
  const addresses = takeAddresses();
  return async (path, kind) => {
    const request = postRequest(`/api/auth/${path}`, port, { ...calls[path].body, email: addresses(kind) });
    const sent = performance.now();
    const { status } = await connection.send(request);
    if (status !== calls[path].status) throw new Error(`${path} was answered ${status}`);
    return performance.now() - sent;
  };
}

async function fillKinds(database: string): Promise<void> {
  await fillPortal(database, { accounts: 3 * accountsPerKind, passwordHash: hashOf("Reading-Rocks-26") });
  const within = (kind: Kind): string =>
    `substring(email from 'teacher(\\d+)@bench')::int between ${firstOf[kind] + 1} and ${firstOf[kind] + accountsPerKind}`;
  await runSql(
    database,
    `update account_login_types set login_type = 'FEIDE' where account_id in (select id from accounts where email like 'teacher%@bench.example' and ${within("federated")});
    update accounts set password_hash = null where email like 'teacher%@bench.example' and ${within("federated")};
    update accounts set status = 'DEACTIVATED' where email like 'teacher%@bench.example' and ${within("disabled")}`,
  );
  await runSql(database, "vacuum analyze");
}

function takeAddresses(): (kind: Kind) => string {
  const next: Record<Kind, number> = { known: 0, unknown: 0, federated: 0, disabled: 0 };
  return (kind) => teacherEmail(firstOf[kind] + 1 + (next[kind]++ % accountsPerKind));
}

/** Shuffles, so that regular events such as the letters' job affect all kinds equally. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

function report(seen: Record<Path, Milliseconds>): Report {
  return {
    figures: paths.flatMap((path) => figuresOf(path, seen[path])),
    rounds: Object.fromEntries(
      paths.flatMap((path) => kinds.map((kind) => [`${path} ${kind}: p10, p50, p90 ms`, percentiles(seen[path][kind])])),
    ),
    notes: [`${rounds * requestsPerRound} calls of each kind, one connection, the kinds in random order; the letters' jobs run meanwhile`],
  };
}

function figuresOf(path: Path, times: Milliseconds): Figure[] {
  const others = kinds.filter((kind) => kind !== "known");
  return others.map((kind) => {
    const floor = quantile(times[kind], 0.1) / quantile(times.known, 0.1);
    const middle = median(times[kind]) / median(times.known);
    return {
      what: `${path}: ${kind} to known`,
      measured: `p10 ${floor.toFixed(2)}, p50 ${middle.toFixed(2)}`,
      goal: "p10 0.8 to 1.25",
      isMet: floor >= 0.8 && floor <= 1.25,
    };
  });
}

function percentiles(values: readonly number[]): number[] {
  return [quantile(values, 0.1), median(values), quantile(values, 0.9)];
}
