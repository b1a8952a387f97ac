import type { AppContext } from "#/context.ts";
import type { LiveSessionRow } from "./queries.ts";
import { isSecondFactorDemanded } from "./second-factor-demanded.ts";

/**
 * Returns whether a session that has not expired lets its user in. A session needs the permission `login`. A removed role, a changed group
 * or an ended membership may end both. A full session without a demanded second factor counts as ended too. It is older than the account's
 * admin role or the portal's setting. The next login enrols (DESIGN A23). A login by passkey has passed two factors (docs/decisions/0064). A
 * session without a passkey ends some hours after an organization began to require passkeys (docs/decisions/0082).
 */
export function letsIn(row: LiveSessionRow, settings: AppContext["settings"]): boolean {
  if (!row.permissions.includes("login") || row.is_passkey_overdue === true) return false;
  return row.stage !== "FULL" || row.has_second_factor || row.by_passkey || !isSecondFactorDemanded(settings, row.permissions);
}
