import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOwnRun } from "./find-own-run.ts";
import { decideRun, holdRun } from "./queries.ts";
import { lockReached } from "./require-roster-reach.ts";

/**
 * Discards a run that waits, once. Refuses a run like `findOwnRun`, and a run that is decided (errors.rosterDecided). Refused while a list
 * of the organization is applied or undone (errors.rosterUnderWay).
 */
export async function discardRoster({ database }: AppContext, caller: LoggedInCaller, runId: string): Promise<void> {
  const { organization_id: organizationId } = await findOwnRun(database, caller.session, runId);
  const { accountId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    await lockReached(transaction, caller.session, organizationId);
    const run = await holdRun(transaction, runId);
    if (run === undefined || run.decided_at !== null) throw new Refusal("errors.rosterDecided");
    await decideRun(transaction, { runId, status: "DISCARDED", decidedBy: accountId });
    const about = { actorId: accountId, targetId: organizationId, organizationId };
    await recordEvent(transaction, caller, { event: "roster_discarded", ...about, details: { runId } });
  });
}
