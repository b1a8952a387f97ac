/**
 * Slows guessing down. Failures count per account or secret first. Per address only failures count, with a limit that a school behind
 * one address does not reach (DESIGN 8.3). One statement counts each attempt before its check, so fifty concurrent guesses count fifty.
 * A right attempt is taken back afterwards (`returnAttempt`). Other callers limit calls and letters by the same rows, kept in `throttles`.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import { CompiledQuery, sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";

export interface ThrottlePolicy {
  /** Failures without a wait. */
  free: number;
  /** The first wait after the free failures. Each further failure doubles it. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** From this count on nothing is tried for `stopSeconds`, by default for the length of a window. */
  stopAt: number;
  windowSeconds: number;
  stopSeconds?: number;
  /** The refusal after a stop, when waiting does not help. */
  stopped?: ErrorCode;
}

const day = 24 * 3600;

/**
 * NIST SP 800-63B allows at most 100 consecutive failures per account. Then passwords are not checked until a new one is set.
 * Ten years stand for "forever", but fit into a date.
 */
export const accountPolicy: ThrottlePolicy = {
  free: 5,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  stopAt: 100,
  windowSeconds: 30 * day,
  stopSeconds: 3650 * day,
  stopped: "errors.loginStopped",
};

/** Counts an unknown address in the same way, but its row expires with its window, because no reset could end its stop. */
export const unknownAccountPolicy: ThrottlePolicy = { ...accountPolicy, stopSeconds: accountPolicy.windowSeconds };

/** A whole school may share an address. */
export const addressPolicy: ThrottlePolicy = {
  free: 300,
  firstWaitSeconds: 10,
  longestWaitSeconds: 600,
  stopAt: 3000,
  windowSeconds: 600,
};

/** Returns the key of a count: its kind, and a digest of the value. So the table has no address in plain text. */
export function throttleKey(kind: string, value: string): string {
  return `${kind}:${digestOf(value).toString("base64url")}`;
}

/** Dates the waits of free attempts in the past, so that concurrent requests are not blocked. */
const noWait = -60;

/** Counts one attempt and returns the count. During a wait it counts nothing, and refuses like `refuseWhileBlocked`. */
export async function takeAttempt(database: Database, key: string, policy: ThrottlePolicy): Promise<number> {
  return (await take(database, { key, policy })).failures;
}

/** An attempt that was counted. */
interface Taken {
  key: string;
  failures: number;
  /** The end of the wait that it began, as the database writes it; a time in the past without a wait. */
  until: string;
}

/** What `countingStatement` needs besides the policy. All are expressions of SQL. */
interface Counting {
  key: string;
  /** Without it the policy's own seconds. */
  stopSeconds?: string;
  /** If it is false, nothing is counted. */
  condition?: string;
}

/**
 * Writes the statement that counts one attempt (returns `Taken`), or none during a wait. The policy's numbers are part of the text, so each
 * policy has one prepared statement. A login puts the text into the statement that finds its account.
 */
export function countingStatement(policy: ThrottlePolicy, { key, stopSeconds, condition = "true" }: Counting): string {
  const { free, firstWaitSeconds, longestWaitSeconds, stopAt, windowSeconds } = policy;
  // 2 to the power of 30 exceeds every longest wait. The power of a thousand failures would overflow.
  const wait = (failures: string) => `now() + make_interval(secs => case
      when ${failures} >= ${stopAt} then (${stopSeconds ?? policy.stopSeconds ?? windowSeconds})::float8
      when ${failures} <= ${free} then ${noWait}
      else least(${longestWaitSeconds}, ${firstWaitSeconds} * power(2, least(${failures} - ${free} - 1, 30)))
    end)`;
  const counted = "case when throttles.window_ends_at <= now() then 1 else throttles.failures + 1 end";
  // The window ends no earlier than the wait. Otherwise the sweep would visit rows of long stops in vain.
  const windowEnd = `now() + make_interval(secs => ${windowSeconds})`;
  return `
    insert into throttles (key, failures, window_ends_at, blocked_until)
    select ${key}::text, 1, ${windowEnd}, ${wait("1")} where ${condition}
    on conflict (key) do update set
      failures = ${counted},
      window_ends_at = greatest(
        case when throttles.window_ends_at <= now() then ${windowEnd} else throttles.window_ends_at end, ${wait(counted)}),
      blocked_until = ${wait(counted)}
    where throttles.blocked_until <= now()
    returning key, failures, blocked_until::text as until`;
}

async function take(database: Database, { key, policy }: Count): Promise<Taken> {
  const taken = await database.executeQuery<Taken>(CompiledQuery.raw(countingStatement(policy, { key: "$1" }), [key]));
  const [row] = taken.rows;
  if (row !== undefined) return row;
  await refuseWhileBlocked(database, key, policy);
  // The wait ended between the two statements. An attempt that was not counted must not be tried.
  throw new Refusal("errors.tooManyAttempts", { retryAfterSeconds: 1 });
}

export interface Count {
  key: string;
  policy: ThrottlePolicy;
}

/**
 * Counts one attempt under each key, and returns the count under the last. If any key must wait, takes the other counts back and refuses
 * like `refuseWhileBlocked`.
 */
export async function takeAttempts(database: Database, counts: readonly Count[]): Promise<number> {
  const taken: Taken[] = [];
  for (const count of counts) {
    try {
      taken.push(await take(database, count));
    } catch (error) {
      for (const one of taken) await giveBack(database, one);
      throw error;
    }
  }
  return taken.at(-1)?.failures ?? 0;
}

/** Ends the wait that the attempt began itself, and no wait that another's failure has begun since. */
async function giveBack(database: Database, { key, until }: Taken): Promise<void> {
  await sql`
    update throttles set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until = ${until}::timestamptz then least(blocked_until, now()) else blocked_until end
    where key = ${key}`.execute(database);
}

/**
 * Refuses during a wait without counting: with errors.tooManyAttempts, or with the policy's `stopped` after a stop. Called alone by limits
 * that count failures only.
 */
export async function refuseWhileBlocked(database: Database, key: string, policy: ThrottlePolicy): Promise<void> {
  const blocked = await database
    .selectFrom("throttles")
    .select(["failures", sql<number>`ceil(extract(epoch from blocked_until - now()))::int`.as("seconds")])
    .where("key", "=", key)
    .where("blocked_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (blocked === undefined) return;
  if (policy.stopped !== undefined && blocked.failures >= policy.stopAt) throw new Refusal(policy.stopped);
  throw new Refusal("errors.tooManyAttempts", { retryAfterSeconds: Math.max(1, blocked.seconds) });
}

/** Counts a failure that has already been refused. If it exceeds the limit, only the next attempt is refused. */
export async function countFailure(database: Database, key: string, policy: ThrottlePolicy): Promise<void> {
  try {
    await takeAttempt(database, key, policy);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * Returns whether this is the first call for the key within the window. If several calls race, one gets true. Use it for events
 * that are recorded once.
 */
export async function isFirstInWindow(database: Database, key: string, windowSeconds: number): Promise<boolean> {
  return isAmongFirst(database, key, { most: 1, windowSeconds });
}

/** The same for many keys by one statement. Returns the keys for which this is the first call. */
export async function firstInWindow(database: Database, keys: readonly string[], windowSeconds: number): Promise<Set<string>> {
  // In one order, so that two calls for the same keys wait for each other, and no deadlock ends one of them.
  const { rows } = await sql<{ key: string }>`
    insert into throttles (key, failures, window_ends_at, blocked_until)
    select key, 1, now() + make_interval(secs => ${windowSeconds}::float8), now()
    from (select distinct unnest(${[...keys]}::text[]) as key order by 1) given
    on conflict (key) do update set failures = 1, window_ends_at = excluded.window_ends_at
    where throttles.window_ends_at <= now()
    returning key`.execute(database);
  return new Set(rows.map(({ key }) => key));
}

/** Opens the key's window, or lengthens it from now on. Writes at most once a day while it is open. */
export async function keepWindowOpen(database: Database, key: string, windowSeconds: number): Promise<void> {
  await sql`
    insert into throttles (key, failures, window_ends_at, blocked_until)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}::float8), now())
    on conflict (key) do update set window_ends_at = excluded.window_ends_at
    where throttles.window_ends_at < excluded.window_ends_at - interval '1 day'`.execute(database);
}

/**
 * Returns whether this is one of the first `most` calls for the key within the window. If more calls race, only that many get
 * true. Use it to limit letters.
 */
export async function isAmongFirst(
  database: Database,
  key: string,
  { most, windowSeconds }: { most: number; windowSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into throttles (key, failures, window_ends_at, blocked_until)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}::float8), now())
    on conflict (key) do update set
      failures = case when throttles.window_ends_at <= now() then 1 else throttles.failures + 1 end,
      window_ends_at = case when throttles.window_ends_at <= now() then excluded.window_ends_at else throttles.window_ends_at end
    where throttles.window_ends_at <= now() or throttles.failures < ${most}::int
    returning key`.execute(database);
  return rows.length > 0;
}

/** Returns whether the key has a window that has not ended. */
export async function hasOpenWindow(database: Database, key: string): Promise<boolean> {
  const found = await database
    .selectFrom("throttles")
    .select("key")
    .where("key", "=", key)
    .where("window_ends_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the counts, after a success. */
export async function forgetAttempts(database: Database, keys: readonly string[]): Promise<void> {
  await database.deleteFrom("throttles").where("key", "in", lockInOrder(database, keys)).execute();
}

/** Two statements that lock the same rows in different orders would deadlock, and one of them would fail. */
const lockInOrder = (database: Database, keys: readonly string[]) =>
  database.selectFrom("throttles").select("key").where("key", "in", keys).orderBy("key").forUpdate();

/**
 * Gives back a counted attempt that was not checked or was no failure. Use "ends" only after a success. An unchecked attempt
 * must not end the wait, since another's failure may have begun it.
 */
export async function returnAttempt(database: Database, keys: readonly string[], wait: "ends" | "stays"): Promise<void> {
  if (keys.length === 0) return;
  const until = wait === "ends" ? sql<Date>`least(blocked_until, now())` : sql<Date>`blocked_until`;
  await database
    .updateTable("throttles")
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: until })
    .where("key", "in", lockInOrder(database, keys))
    .execute();
}
