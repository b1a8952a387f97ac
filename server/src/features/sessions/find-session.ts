/** The session behind a cookie, as it is in the database now; undefined when it has ended, by whatever cause. */
import type { AppContext } from "#/context.ts";
import { isSecondFactorDemanded } from "./second-factor-demanded.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findLiveSession, touchSession } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";

/**
 * A session needs the permission `login` as its beginning did: it ends with it, whether a role was taken, a group left or changed, or a
 * membership ended. A full session of somebody who has to have a second factor and has none is as good as ended: it began before the account became an
 * administrator's, or before the portal was set so. The next login enrols (DESIGN A23).
 */
export async function findSession(
  { database, settings }: Pick<AppContext, "database" | "settings">,
  secret: string,
): Promise<Session | undefined> {
  const digest = sessionDigest(secret);
  const row = await findLiveSession(database, digest);
  if (row === undefined || !row.permissions.includes("login")) return undefined;
  if (row.stage === "FULL" && !row.has_second_factor && isSecondFactorDemanded(settings, row.permissions)) return undefined;
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
    roles: row.roles,
    permissions: row.permissions,
    feideServices: row.feide_services,
  };
}
