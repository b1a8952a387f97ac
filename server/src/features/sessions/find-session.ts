/** The session behind a cookie, as it is in the database now; undefined when it has ended, for any reason. */
import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findLiveSessions, touchSessions } from "./queries.ts";
import type { LiveSessionRow } from "./queries.ts";
import { isSecondFactorDemanded } from "./second-factor-demanded.ts";
import { sessionDigest } from "./session-digest.ts";

export type FindSession = (secret: string) => Promise<Session | undefined>;

/** Of one finder, lookups that arrive in one turn of the event loop share a statement. Nothing is kept between turns. */
export function createSessionFinder({ database, settings }: Pick<AppContext, "database" | "settings">): FindSession {
  const lookups = new SharedLookups(database);
  return async (secret) => {
    const digest = sessionDigest(secret);
    const row = await lookups.find(digest);
    return row !== undefined && letsIn(row, settings) ? describeRow(digest, row) : undefined;
  };
}

/**
 * A session needs the permission `login` as its beginning did: it ends with it, whether a role was taken, a group left or changed, or a
 * membership ended. A full session of somebody who has to have a second factor and has none is as good as ended: it began before the account became an
 * administrator's, or before the portal was set so. The next login enrols (DESIGN A23).
 */
function letsIn(row: LiveSessionRow, settings: AppContext["settings"]): boolean {
  if (!row.permissions.includes("login")) return false;
  return row.stage !== "FULL" || row.has_second_factor || !isSecondFactorDemanded(settings, row.permissions);
}

function describeRow(digest: Buffer, row: LiveSessionRow): Session {
  return {
    digest,
    accountId: row.account_id,
    organizationId: row.organization_id ?? undefined,
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    locale: row.default_locale,
    loginType: row.login_type,
    stage: row.stage,
    roles: row.roles,
    permissions: row.permissions,
    feideServices: row.feide_services,
  };
}

/** One statement asks for so many at most. More would hold up all of them for the last one. */
const mostTogether = 100;

interface Lookup {
  digest: Buffer;
  resolve: (row: LiveSessionRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** The statement begins after each of its lookups: a session that ended before a lookup is not in its answer. */
class SharedLookups {
  readonly #database: Database;
  #waiting: Lookup[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  find(digest: Buffer): Promise<LiveSessionRow | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<LiveSessionRow | undefined>();
    // The turn reads all sockets that have something to say, then it runs what was set for its end.
    if (this.#waiting.push({ digest, resolve, reject }) === 1) setImmediate(() => this.#askForAll());
    return promise;
  }

  #askForAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += mostTogether) void this.#ask(waiting.slice(start, start + mostTogether));
  }

  /** Each lookup is answered by the row of its own digest, never by its place. */
  async #ask(lookups: readonly Lookup[]): Promise<void> {
    try {
      const rows = await findLiveSessions(
        this.#database,
        lookups.map(({ digest }) => digest),
      );
      const stale = rows.filter(({ is_stale }) => is_stale).map(({ digest }) => digest);
      if (stale.length > 0) await touchSessions(this.#database, stale);
      const byDigest = new Map(rows.map((row) => [keyOf(row.digest), row]));
      for (const { digest, resolve } of lookups) resolve(byDigest.get(keyOf(digest)));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }
}

function keyOf(digest: Buffer): string {
  return digest.toString("latin1");
}
