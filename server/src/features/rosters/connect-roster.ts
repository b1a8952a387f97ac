import type { connectRoster as endpoint } from "@storyport/contract/rosters";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { forgetUnreadGroups } from "#/features/organizations/unread-groups.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { deleteConnection, findConnection, saveConnection } from "./connection-queries.ts";
import { discardWaiting } from "./queries.ts";
import { lockReached, requireRosterReach } from "./require-roster-reach.ts";

/**
 * Connects an organization to one source of lists, or changes how they are applied. With another source or school the runs that wait are
 * discarded. A school of Feide needs its number, and files take none (errors.invalidInput). The number decides whose children arrive, so
 * only an administrator sets or changes it (errors.rosterSchoolByAdministrator). No two organizations have the same number
 * (errors.rosterSchoolTaken). Needs a recent login (errors.loginTooOld). Refuses an organization like `requireRosterReach`. Refused while a
 * list of the organization is applied or undone (errors.rosterUnderWay).
 */
export async function connectRoster(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, source, mode, schoolNumber }: z.output<typeof endpoint.body>,
): Promise<void> {
  await requireRosterReach(database, caller.session, organizationId);
  await requireRecentLogin(database, caller.session);
  if ((source === "FEIDE") !== (schoolNumber !== undefined)) throw new Refusal("errors.invalidInput");
  const { accountId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    await lockReached(transaction, caller.session, organizationId);
    const former = await findConnection(transaction, organizationId);
    const isOtherSchool = schoolNumber !== undefined && schoolNumber !== former?.school_number;
    if (isOtherSchool && !isAdministrator(caller.session)) throw new Refusal("errors.rosterSchoolByAdministrator");
    await saveConnection(transaction, { organizationId, source, mode, schoolNumber: schoolNumber ?? null, createdBy: accountId });
    const isOther = former !== undefined && (former.source !== source || former.school_number !== (schoolNumber ?? null));
    if (isOther) {
      await discardWaiting(transaction, organizationId);
      await forgetUnreadGroups(transaction, organizationId);
    }
    const about = { actorId: accountId, targetId: organizationId, organizationId };
    await recordEvent(transaction, caller, { event: "roster_connected", ...about, details: { source, mode, schoolNumber } });
  });
}

/**
 * Disconnects an organization from its lists, and discards the runs that wait. Students and classes stay. Refuses an organization that
 * is not connected with errors.rosterNotConnected, and otherwise like `requireRosterReach`. Refused while a list of the organization is
 * applied or undone (errors.rosterUnderWay).
 */
export async function disconnectRoster(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await requireRosterReach(database, caller.session, organizationId);
  await database.transaction().execute(async (transaction) => {
    await lockReached(transaction, caller.session, organizationId);
    if (!(await deleteConnection(transaction, organizationId))) throw new Refusal("errors.rosterNotConnected");
    await discardWaiting(transaction, organizationId);
    await forgetUnreadGroups(transaction, organizationId);
    const about = { actorId: caller.session.accountId, targetId: organizationId, organizationId };
    await recordEvent(transaction, caller, { event: "roster_disconnected", ...about });
  });
}
