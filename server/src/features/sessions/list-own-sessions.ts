import type { OwnSession } from "@storyport/contract/sessions";
import { m } from "@storyport/texts/messages";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "#/features/tokens/dashboard-client.ts";
import { listLiveFamilies } from "#/features/tokens/account-families.ts";
import type { LiveFamily } from "#/features/tokens/account-families.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import { listPortalSessions } from "./list-sessions-of.ts";
import type { PortalSession } from "./queries.ts";

/** Lists the caller's full sessions, and the games with live tokens: this browser first, then the last used. */
export async function listOwnSessions(
  context: Pick<AppContext, "database" | "settings">,
  { session }: LoggedInCaller,
): Promise<OwnSession[]> {
  const portal = await listPortalSessions(context, session.accountId);
  const games = await listLiveFamilies(context.database, session.accountId);
  return [...portal.map((row) => describePortal(row, session)), ...games.map((row) => describeGame(row, session))].toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
}

function describePortal(row: PortalSession, { digest }: Session): OwnSession {
  return {
    id: row.handle,
    kind: "PORTAL",
    name: row.device_name,
    loginType: row.login_type,
    ...(row.by_passkey && { byPasskey: true }),
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.ends_at.toISOString(),
    isCurrent: row.digest.equals(digest),
  };
}

function describeGame(row: LiveFamily, { locale }: Session): OwnSession {
  return {
    id: row.handle,
    kind: "GAME",
    name: row.client_id === dashboardClientId ? m["dashboardLogin.title"]({}, { locale: toLocale(locale) }) : row.game_description,
    loginType: row.login_type,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.ends_at.toISOString(),
    isCurrent: false,
  };
}
