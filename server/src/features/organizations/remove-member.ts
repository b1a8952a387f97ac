import type { AppContext } from "#/context.ts";
import { holdAccounts } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { isAdministrator, requireReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endMembership } from "./end-membership.ts";
import { findMember } from "./membership-queries.ts";

interface Member {
  organizationId: string;
  userId: string;
}

/** Whether one who manages the members of an organization ends this one's membership: as below. */
export function mayRemove(session: Session, member: { id: string; is_administrator: boolean }): boolean {
  return member.id !== session.accountId && (isAdministrator(session) || !member.is_administrator);
}

/**
 * Ends a membership of an organization that one manages, with all that the account holds there (docs/decisions/0025). An administrator's
 * is ended by another administrator alone (errors.notAllowed), one's own by somebody else (errors.notYourself). Who is no member
 * answers as absent, like an organization that is not one's own: so do all but one of several at once.
 */
export async function removeOrganizationMember(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, userId }: Member,
): Promise<void> {
  const { session } = caller;
  const { accountId: actorId } = session;
  await database.transaction().execute(async (transaction) => {
    // The caller too: of two who remove each other at once one does it, and the other finds that they manage nobody any more.
    await holdAccounts(transaction, [actorId, userId]);
    await requireReach(transaction, session, { organizationId, permission: "manage_members" });
    const member = await findMember(transaction, { accountId: userId, organizationId });
    if (member === undefined) throw new Refusal("errors.notFound");
    if (userId === actorId) throw new Refusal("errors.notYourself");
    if (member.is_administrator && !isAdministrator(session)) throw new Refusal("errors.notAllowed");
    const before = await endMembership(transaction, caller, { accountId: userId, organizationId });
    const after = { roles: [], permissions: [], userGroups: {}, rights: {} };
    await recordEvent(transaction, caller, {
      event: "membership_ended",
      actorId,
      targetId: userId,
      organizationId,
      details: { before, after },
    });
  });
}
