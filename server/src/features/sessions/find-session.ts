/** The session behind a cookie, as it is in the database now; undefined when it has ended, by whatever cause. */
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findLiveSession, touchSession } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";

export async function findSession({ database }: Pick<AppContext, "database">, secret: string): Promise<Session | undefined> {
  const digest = sessionDigest(secret);
  const row = await findLiveSession(database, digest);
  if (row === undefined) return undefined;
  if (row.is_stale) await touchSession(database, digest);
  return {
    digest,
    accountId: row.account_id,
    organizationId: row.organization_id ?? undefined,
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    locale: row.default_locale,
    loginType: row.login_type,
    stage: row.stage,
    roles: row.roles ?? [],
    permissions: row.permissions ?? [],
    feideServices: row.feide_services,
  };
}
