import type { AppContext } from "#/context.ts";
import { holdAccounts } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { isAdministrator, requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endMembership } from "./end-membership.ts";
import { findMember } from "./membership-queries.ts";

interface Member {
  organizationId: string;
  userId: string;
}

/** Returns whether the caller may end this membership, under the rules of `removeOrganizationMember`. */
export function mayRemove(session: Session, member: { id: string; is_administrator: boolean }): boolean {
  return member.id !== session.accountId && (isAdministrator(session) || !member.is_administrator);
}

/**
 * Ends a membership of an organization that the caller manages, with all rights there (docs/decisions/0025). Refuses an old login
 * (errors.loginTooOld). Only an administrator may remove an administrator (errors.notAllowed), and callers cannot remove themselves
 * (errors.notYourself). Refuses an organization like `requireReach`, and an account without a membership as not found. If several calls race,
 * a single call succeeds.
 */
export async function removeOrganizationMember(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, userId }: Member,
): Promise<void> {
  const { session } = caller;
  const { accountId: actorId } = session;
  await requireRecentLogin(database, session);
  await database.transaction().execute(async (transaction) => {
    // Lock the caller too. If two managers remove each other concurrently, the second finds that its permission is gone.
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
