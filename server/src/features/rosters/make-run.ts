import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { computeRun } from "./compute-run.ts";
import { discardWaiting, insertRun, writeChanges } from "./queries.ts";
import type { NewRun } from "./queries.ts";

/**
 * Computes what a list changes, and keeps it for a decision. It replaces the runs that wait: all of them if the list is whole, otherwise
 * those of the same person. Returns the id of the run. The caller of this function has locked the organization.
 */
export async function makeRun(transaction: Transaction<Tables>, caller: LoggedInCaller, run: Omit<NewRun, "madeBy">): Promise<string> {
  const madeBy = caller.session.accountId;
  const computed = await computeRun(transaction, run);
  await discardWaiting(transaction, run.organizationId, run.isWhole ? undefined : madeBy);
  const id = await insertRun(transaction, { ...run, madeBy }, computed.fields);
  await writeChanges(transaction, id, computed.changes);
  const about = { actorId: madeBy, targetId: run.organizationId, organizationId: run.organizationId };
  const { status, counts } = computed.fields;
  const event = status === "STOPPED" ? "roster_stopped" : "roster_checked";
  await recordEvent(transaction, caller, { event, ...about, details: { runId: id, source: run.source, ...counts } });
  return id;
}
