import type { checkRoster as endpoint } from "@storyport/contract/rosters";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findConnection } from "./connection-queries.ts";
import { makeRun } from "./make-run.ts";
import { lockReached, requireRosterReach } from "./require-roster-reach.ts";

/**
 * Compares a whole list with the classes of an organization, and keeps the changes as a run that waits. Changes no class. Refuses
 * an organization like `requireRosterReach`. Needs a connection to files (errors.rosterNotConnected). Refused while a list of the
 * organization is applied or undone (errors.rosterUnderWay).
 */
export async function checkRoster(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, classes }: z.output<typeof endpoint.body>,
): Promise<{ id: string }> {
  await requireRosterReach(database, caller.session, organizationId);
  return database.transaction().execute(async (transaction) => {
    await lockReached(transaction, caller.session, organizationId);
    const connection = await findConnection(transaction, organizationId);
    if (connection?.source !== "ONEROSTER") throw new Refusal("errors.rosterNotConnected");
    return { id: await makeRun(transaction, caller, { organizationId, source: "ONEROSTER", roster: classes, isWhole: true }) };
  });
}
