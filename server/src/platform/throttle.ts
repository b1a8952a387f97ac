/**
 * Slows guessers down. Failures are counted per account or secret first; per address only failures count and the limit is
 * high, so that a school behind one address is never slowed (DESIGN 8.3). Every attempt is counted by one statement,
 * before it is looked at: fifty guesses at once count fifty.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";

export interface ThrottlePolicy {
  /** Failures that cost nothing. */
  free: number;
  /** The first wait after them; each further failure doubles it. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** From this many on nothing is tried until the window has passed, or for `stopSeconds`. */
  stopAt: number;
  windowSeconds: number;
  stopSeconds?: number;
  /** What somebody is told who has to wait, where it is not errors.tooManyAttempts. */
  refusal?: ErrorCode;
  /** What somebody is told once it has stopped: waiting does not help. */
  stopped?: ErrorCode;
}

const day = 24 * 3600;

/**
 * NIST SP 800-63B: at most 100 consecutive failures per account. Then passwords are no longer looked at until a new one has been set:
 * ten years are for ever, and still a date.
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

/** An address that nobody has is counted in the same way, and its row goes with its window: no reset would ever end a stop. */
export const unknownAccountPolicy: ThrottlePolicy = { ...accountPolicy, stopSeconds: accountPolicy.windowSeconds };

/** A whole school may share an address. */
export const addressPolicy: ThrottlePolicy = {
  free: 300,
  firstWaitSeconds: 10,
  longestWaitSeconds: 600,
  stopAt: 3000,
  windowSeconds: 600,
};

/** The key is stored as a digest: which addresses were tried is nobody's business. */
export function throttleKey(kind: string, value: string): string {
  return `${kind}:${digestOf(value).toString("base64url")}`;
}

/** A free attempt's wait ended long ago: one that began a moment earlier, and is counted a moment later, must not meet it. */
const noWait = -60;

/** Counts one attempt; returns how many there are. Refuses with `errors.tooManyAttempts` while a wait is running, and then counts nothing. */
export async function takeAttempt(database: Database, key: string, policy: ThrottlePolicy): Promise<number> {
  const stopSeconds = policy.stopSeconds ?? policy.windowSeconds;
  const wait = (failures: ReturnType<typeof sql<number>>) => sql<Date>`now() + make_interval(secs => case
      when ${failures} >= ${policy.stopAt}::int then ${stopSeconds}::float8
      when ${failures} <= ${policy.free}::int then ${noWait}::float8
      else least(${policy.longestWaitSeconds}::float8, ${policy.firstWaitSeconds}::float8 * power(2, least(${failures} - ${policy.free}::int - 1, 30)))
    end)`;
  const counted = sql<number>`case when throttles.window_ends_at <= now() then 1 else throttles.failures + 1 end`;
  const windowEnd = sql<Date>`now() + make_interval(secs => ${policy.windowSeconds}::float8)`;
  const taken = await sql<{ failures: number }>`
    insert into throttles (key, failures, window_ends_at, blocked_until)
    values (${key}, 1, ${windowEnd}, ${wait(sql<number>`1`)})
    on conflict (key) do update set
      failures = ${counted},
      window_ends_at = greatest(
        case when throttles.window_ends_at <= now() then ${windowEnd} else throttles.window_ends_at end, ${wait(counted)}),
      blocked_until = ${wait(counted)}
    where throttles.blocked_until <= now()
    returning failures`.execute(database);
  const [row] = taken.rows;
  if (row !== undefined) return row.failures;
  await refuseWhileBlocked(database, key, policy);
  // The wait ended between the two statements. What was not counted must not be tried.
  throw new Refusal(policy.refusal ?? "errors.tooManyAttempts", { retryAfterSeconds: 1 });
}

export interface Count {
  key: string;
  policy: ThrottlePolicy;
}

/** Counts one attempt under each key, or, where any of them has to wait, under none. Returns how many there are under the last. */
export async function takeAttempts(database: Database, counts: readonly Count[]): Promise<number> {
  const taken: string[] = [];
  let failures = 0;
  for (const { key, policy } of counts) {
    try {
      failures = await takeAttempt(database, key, policy);
    } catch (error) {
      await returnAttempt(database, taken, "ends");
      throw error;
    }
    taken.push(key);
  }
  return failures;
}

/** Refuses while a wait is running, counting nothing: for limits that only failures touch. */
export async function refuseWhileBlocked(database: Database, key: string, policy: ThrottlePolicy): Promise<void> {
  const blocked = await database
    .selectFrom("throttles")
    .select(["failures", sql<number>`ceil(extract(epoch from blocked_until - now()))::int`.as("seconds")])
    .where("key", "=", key)
    .where("blocked_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (blocked === undefined) return;
  if (policy.stopped !== undefined && blocked.failures >= policy.stopAt) throw new Refusal(policy.stopped);
  throw new Refusal(policy.refusal ?? "errors.tooManyAttempts", { retryAfterSeconds: Math.max(1, blocked.seconds) });
}

/** For a failure that has been refused already: whether it tips a limit over is for the next attempt to learn. */
export async function countFailure(database: Database, key: string, policy: ThrottlePolicy): Promise<void> {
  try {
    await takeAttempt(database, key, policy);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Whether this is the first of its key within the window; of any number at once one is. For what is written down once, however often it happens. */
export async function isFirstInWindow(database: Database, key: string, windowSeconds: number): Promise<boolean> {
  return isAmongFirst(database, key, { most: 1, windowSeconds });
}

/** Whether this is one of the first `most` of its key within the window; of any number at once so many are. For letters that nobody needs more of. */
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

/** Whether something of this key has been written down, and its window has not ended. */
export async function hasOpenWindow(database: Database, key: string): Promise<boolean> {
  const found = await database
    .selectFrom("throttles")
    .select("key")
    .where("key", "=", key)
    .where("window_ends_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** A success wipes the slate of its account. */
export async function forgetAttempts(database: Database, keys: readonly string[]): Promise<void> {
  await database.deleteFrom("throttles").where("key", "in", keys).execute();
}

/**
 * Takes a counted attempt back: it was never looked at, or turned out to be no failure. Only what proved right also ends the
 * wait; an attempt nobody looked at must not, since another's failure may have begun that wait meanwhile.
 */
export async function returnAttempt(database: Database, keys: readonly string[], wait: "ends" | "stays"): Promise<void> {
  if (keys.length === 0) return;
  const until = wait === "ends" ? sql<Date>`least(blocked_until, now())` : sql<Date>`blocked_until`;
  await database
    .updateTable("throttles")
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: until })
    .where("key", "in", keys)
    .execute();
}
