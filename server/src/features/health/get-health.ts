import { sql } from "kysely";
import { countedMethods } from "@storyport/contract/health";
import type { PlatformHealth } from "@storyport/contract/health";
import type { AppContext } from "#/context.ts";
import type { Database, RunScript } from "#/platform/database/connect.ts";
import { readSchemaState } from "#/platform/database/migrate.ts";
import { findPortals } from "#/platform/jobs/heartbeat.ts";
import type { KnownPortal } from "#/platform/jobs/heartbeat.ts";
import { findFaults } from "./find-faults.ts";
import {
  countLogins,
  findCanary,
  findDatabaseFacts,
  findMailFaults,
  findSealed,
  findSigningKeys,
  findStandbys,
  findSweepRuns,
  findWaitingMail,
} from "./queries.ts";
import type { DatabaseFacts, LoginCount } from "./queries.ts";

/** Logins of each event that are counted at most. Walking the index for so many takes a fraction of a second. */
const mostLogins = 200_000;
/** Sealed values of each column that are tried with the keys at most (docs/decisions/0063). */
const mostSealed = 200;
const hourMs = 3_600_000;

/**
 * Returns how the platform is, and what is not well. Reads a bounded number of logins and of sealed values, so that a call costs little on a
 * large platform too.
 */
export async function getHealth(context: AppContext): Promise<PlatformHealth> {
  const { database } = context;
  const facts = await findDatabaseFacts(database);
  const known = await findPortals(database);
  const parts = {
    checkedAt: facts.now.toISOString(),
    logins: summarizeLogins(await countLogins(database, mostLogins), facts.now),
    mail: await readMail(database),
    sweep: await readSweep(database),
    signingKeys: await readSigningKeys(database),
    secretKey: await readSecretKey(context),
    portals: portalsOf(known),
    database: await readDatabase(database, facts),
  };
  return { ...parts, findings: findFaults(parts, known) };
}

/** @public For its test: so many logins take too long to make. */
export function summarizeLogins(counts: readonly LoginCount[], now: Date, most = mostLogins): PlatformHealth["logins"] {
  // The present hour and the 23 before it.
  const from = Math.floor(now.getTime() / hourMs) * hourMs - 23 * hourMs;
  // Of an event that reached the bound only its newest logins were counted. All counts are complete only after the latest such cut.
  const cuts = Object.values(Object.groupBy(counts, ({ event }) => event)).flatMap((group = []) => {
    const isCut = group.reduce((sum, { count }) => sum + count, 0) >= most;
    return isCut ? [Math.min(...group.map(({ first }) => first.getTime()))] : [];
  });
  const countedFrom = cuts.length === 0 ? undefined : Math.max(...cuts);
  return {
    from: new Date(from).toISOString(),
    countedFrom: countedFrom === undefined || countedFrom <= from ? null : new Date(countedFrom).toISOString(),
    hours: counts
      .flatMap(({ hour, method, outcome, count }) => (method === null ? [] : [{ hour: hour.toISOString(), method, outcome, count }]))
      .filter(({ hour, method }) => Date.parse(hour) >= from && countedMethods.includes(method))
      .toSorted((a, b) => a.hour.localeCompare(b.hour) || a.method.localeCompare(b.method) || a.outcome.localeCompare(b.outcome)),
  };
}

async function readMail(database: Database): Promise<PlatformHealth["mail"]> {
  const { waiting, oldest_at } = await findWaitingMail(database);
  return { waiting, oldestAt: oldest_at?.toISOString() ?? null, faults: await findMailFaults(database) };
}

async function readSweep(database: Database): Promise<PlatformHealth["sweep"]> {
  const rows = await findSweepRuns(database);
  return rows.map(({ name, started_at, finished_at, removed, removed_in_all, error }) => ({
    table: name,
    startedAt: started_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
    removed: Number(removed),
    removedInAll: Number(removed_in_all),
    hasFailed: error !== null,
  }));
}

async function readSigningKeys(database: Database): Promise<PlatformHealth["signingKeys"]> {
  const rows = await findSigningKeys(database);
  return rows.map(({ kid, signs_from, signs_until, published_until }) => ({
    kid,
    signsFrom: signs_from.toISOString(),
    signsUntil: signs_until.toISOString(),
    publishedUntil: published_until.toISOString(),
  }));
}

async function readSecretKey({ database, vault }: AppContext): Promise<PlatformHealth["secretKey"]> {
  const canary = await findCanary(database);
  const values = await findSealed(database, mostSealed);
  const counts = new Map<string | null, number>();
  for (const value of values) {
    const keyId = vault.sealerOf(value) ?? null;
    counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  }
  return {
    keyIds: [...vault.keyIds],
    canaryKeyId: canary.key_id,
    canarySealedAt: canary.sealed_at.toISOString(),
    looked: values.length,
    sealed: [...counts].map(([keyId, count]) => ({ keyId, count })),
  };
}

function portalsOf(known: readonly KnownPortal[]): PlatformHealth["portals"] {
  const running = known.filter(({ is_running }) => is_running);
  // Compares versions by their numbers: 1.10 is later than 1.9.
  const byVersion = new Intl.Collator("en", { numeric: true });
  // The newest start is first, so that of equal versions its build counts.
  const [newest] = running.toSorted((a, b) => byVersion.compare(b.version, a.version));
  return known.map((portal) => ({
    instance: portal.instance,
    host: portal.host,
    version: portal.version,
    commit: portal.commit,
    node: portal.node,
    startedAt: portal.started_at.toISOString(),
    lastSeenAt: portal.last_seen_at.toISOString(),
    isRunning: portal.is_running,
    release: newest === undefined || !portal.is_running ? null : releaseOf(portal, newest),
  }));
}

function releaseOf(portal: KnownPortal, newest: KnownPortal): "NEWEST" | "OLDER" | "OTHER_BUILD" {
  if (portal.version !== newest.version) return "OLDER";
  return portal.commit === newest.commit ? "NEWEST" : "OTHER_BUILD";
}

/** A later version may migrate the database of a running portal. `later` counts its migrations. */
async function readMigrations(database: Database): Promise<PlatformHealth["database"]["migrations"]> {
  const run: RunScript = async (script) => (await sql.raw<Record<string, unknown>>(script).execute(database)).rows;
  const { applied, missing, foreign } = await readSchemaState(run);
  return { applied: applied.length, last: applied.at(-1) ?? "", pending: [...missing], later: foreign.length };
}

async function readDatabase(database: Database, facts: DatabaseFacts): Promise<PlatformHealth["database"]> {
  const standbys = facts.sees_standbys ? await findStandbys(database) : null;
  return {
    version: facts.version,
    bytes: facts.bytes,
    migrations: await readMigrations(database),
    standbys:
      standbys?.map(({ name, is_synchronous, lag_bytes, lag_seconds }) => ({
        name,
        isSynchronous: is_synchronous,
        lagBytes: lag_bytes,
        lagSeconds: lag_seconds,
      })) ?? null,
  };
}
