import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { leaveView } from "#/features/sessions/view-as.ts";
import type { Database } from "#/platform/database/connect.ts";
import { portalNetwork } from "#/platform/http/caller.ts";
import type { Caller, LoggedInCaller } from "#/platform/http/caller.ts";
import { endNextOverdueView, endView, findHomeOrganization } from "./queries.ts";
import type { EndedView } from "./queries.ts";

/**
 * Ends the view of the caller's session, and gives the session back to the administrator. Returns the person who was viewed, unless the
 * person has been erased. Without a view it changes nothing.
 */
export async function endSupportView({ database }: AppContext, caller: LoggedInCaller): Promise<{ accountId?: string }> {
  const { supportView } = caller.session;
  if (supportView === undefined) return {};
  await database.transaction().execute(async (transaction) => {
    const ended = await endView(transaction, supportView.id);
    await leaveView(transaction, caller.session, supportView.id);
    if (ended !== undefined) await recordEnd(transaction, caller, ended);
  });
  // The view of an erased person names the administrator.
  const { accountId } = supportView.viewed;
  return accountId === supportView.administratorId ? {} : { accountId };
}

/** The job that ends views has no request and no address. */
const clockCaller: Caller = { requestId: "end support views", network: portalNetwork, addressBucket: "" };

/** Ends the views whose time, session or account has ended. They show nothing any more; this writes the history. */
export async function endOverdueViews({ database }: Pick<AppContext, "database">): Promise<void> {
  const endNext = () =>
    database.transaction().execute(async (transaction) => {
      const ended = await endNextOverdueView(transaction);
      if (ended !== undefined) await recordEnd(transaction, clockCaller, ended);
      return ended !== undefined;
    });
  while (await endNext());
}

async function recordEnd(database: Database, caller: Caller, ended: EndedView): Promise<void> {
  const { account_id: targetId, administrator_id, ended_because: because } = ended;
  const organizationId = await findHomeOrganization(database, targetId);
  // Any other end needs no act of the administrator, so it has no actor.
  const actorId = because === "BUTTON" ? (administrator_id ?? undefined) : undefined;
  await recordEvent(database, caller, { event: "support_view_ended", actorId, targetId, organizationId, details: { because } });
}
