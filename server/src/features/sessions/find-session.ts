/** Finds the session of a cookie in the database; undefined if it has ended for any reason. */
import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { letsIn } from "./lets-in.ts";
import { findLiveSessions, touchSessions } from "./queries.ts";
import type { LiveSessionRow } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";
import { viewAs } from "./view-as.ts";

export type FindSession = (secret: string) => Promise<Session | undefined>;

/**
 * Lookups that arrive in one turn of the event loop share a statement. Nothing is cached between turns. A lookup counts as use of the
 * session, unless `isUse` is false. An open board must not keep its teacher logged in.
 */
export function createSessionFinder(
  { database, settings }: Pick<AppContext, "database" | "settings">,
  { isUse = true }: { isUse?: boolean } = {},
): FindSession {
  const lookups = new SharedLookups(database, isUse);
  return async (secret) => {
    const digest = sessionDigest(secret);
    const row = await lookups.find(digest);
    if (row === undefined || !letsIn(row, settings)) return undefined;
    const session = describeRow(digest, row);
    return row.support_view_id === null ? session : viewAs(database, session, row.support_view_id);
  };
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
    byPasskey: row.by_passkey,
    ...(row.passkey_due_at !== null && { passkeyDue: { at: row.passkey_due_at, hasPasskey: row.has_passkey === true } }),
    roles: row.roles,
    permissions: row.permissions,
    feideServices: row.feide_services,
  };
}

/** The most lookups per statement. In a larger batch all would wait for the last. */
const mostTogether = 100;

interface Lookup {
  digest: Buffer;
  resolve: (row: LiveSessionRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** The statement begins after each of its lookups, so it never returns a session that ended before a lookup. */
class SharedLookups {
  readonly #database: Database;
  readonly #isUse: boolean;
  #waiting: Lookup[] = [];

  constructor(database: Database, isUse: boolean) {
    this.#database = database;
    this.#isUse = isUse;
  }

  find(digest: Buffer): Promise<LiveSessionRow | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<LiveSessionRow | undefined>();
    // The event loop reads all ready sockets first and then runs the callbacks of setImmediate.
    if (this.#waiting.push({ digest, resolve, reject }) === 1) setImmediate(() => this.#askForAll());
    return promise;
  }

  #askForAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += mostTogether) void this.#ask(waiting.slice(start, start + mostTogether));
  }

  /** Matches rows to lookups by digest, never by position. */
  async #ask(lookups: readonly Lookup[]): Promise<void> {
    try {
      const rows = await findLiveSessions(
        this.#database,
        lookups.map(({ digest }) => digest),
      );
      const stale = rows.filter(({ is_stale }) => is_stale).map(({ digest }) => digest);
      if (this.#isUse && stale.length > 0) await touchSessions(this.#database, stale);
      const byDigest = new Map(rows.map((row) => [keyOf(row.digest), row]));
      for (const { digest, resolve } of lookups) resolve(byDigest.get(keyOf(digest)));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }
}

/** A map compares buffers by identity, so each digest becomes a text. */
function keyOf(digest: Buffer): string {
  return digest.toString("latin1");
}
