import type { keepMissingStudents as endpoint } from "@storyport/contract/missing-students";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { keepStudents } from "./queries.ts";
import { requireRosterReach } from "./require-roster-reach.ts";

/**
 * Keeps students who are marked as missing from the list. They are not asked about again until the list names them once more. Students
 * who are not marked stay as they are. Refuses an organization like `requireRosterReach`.
 */
export async function keepMissingStudents(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, playerIds }: z.output<typeof endpoint.body>,
): Promise<void> {
  await requireRosterReach(database, caller.session, organizationId);
  await database.transaction().execute((transaction) => keepIn(transaction, caller, { organizationId, playerIds }));
}

/** Keeps those of the students that are marked, and records each. */
export async function keepIn(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, playerIds }: { organizationId: string; playerIds: readonly string[] },
): Promise<void> {
  const kept = await keepStudents(transaction, organizationId, playerIds);
  const about = { event: "roster_student_kept", actorId: caller.session.accountId, organizationId } as const;
  const events = kept.map((targetId) => ({ ...about, targetId }));
  await recordEvents(transaction, caller, events);
}
