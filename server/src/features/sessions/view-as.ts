import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session, SupportView } from "#/platform/http/caller.ts";
import { clearSupportView, findView, setSupportView } from "./queries.ts";
import type { ViewRow } from "./queries.ts";

/**
 * Returns the session as the viewed person's while the view is open. Afterwards it is the administrator's own again, marked as over. An
 * account that is no administrator any more views nothing.
 */
export async function viewAs(database: Database, own: Session, viewId: string): Promise<Session> {
  const row = await findView(database, viewId);
  const isOpen = row?.is_open === true && isAdministrator(own);
  const supportView = row === undefined ? erasedView(own, viewId) : describeView(row, own, isOpen);
  if (row === undefined || !isOpen) return { ...own, supportView };
  return {
    digest: own.digest,
    accountId: row.account_id,
    organizationId: undefined,
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    // The administrator reads the pages.
    locale: own.locale,
    loginType: row.login_type ?? own.loginType,
    stage: own.stage,
    byPasskey: own.byPasskey,
    roles: row.roles,
    permissions: row.permissions,
    feideServices: row.feide_services,
    supportView,
  };
}

function describeView(row: ViewRow, { accountId: administratorId }: Session, isOpen: boolean): SupportView {
  const name = row.display_name ?? row.email ?? row.account_id;
  return { id: row.id, administratorId, viewed: { accountId: row.account_id, name }, secondsLeft: row.seconds_left, isOpen };
}

/** The person was erased, and the view with them. The type needs an account, so the administrator stands for the person. */
function erasedView({ accountId }: Session, id: string): SupportView {
  return { id, administratorId: accountId, viewed: { accountId, name: "-" }, secondsLeft: 0, isOpen: false };
}

/** Lets a session view another person. Returns false if it has ended, or has not left its former view. */
export async function enterView(database: Database, { digest }: Session, viewId: string): Promise<boolean> {
  return setSupportView(database, digest, viewId);
}

/** Gives the session back to the administrator. */
export async function leaveView(database: Database, { digest }: Session, viewId: string): Promise<void> {
  await clearSupportView(database, digest, viewId);
}
