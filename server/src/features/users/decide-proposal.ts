import type { AppContext } from "#/context.ts";
import { decide } from "#/features/email-changes/answer-proposal.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdWholeUser, reachUser } from "./user-in-reach.ts";

/**
 * A platform administrator confirms a change of address, for owners who cannot read the present address (DESIGN A26). Needs a recent login
 * (errors.loginTooOld). Refuses an account without an open change (errors.emailProposalEnded), and an address that is taken by now
 * (errors.emailTaken). Refuses another address than the administrator saw, and a call without an address (errors.changedMeanwhile). Refuses
 * like `holdWholeUser`.
 */
export async function confirmEmailProposal(
  context: AppContext,
  caller: LoggedInCaller,
  { userId, email }: { userId: string; email?: string | undefined },
): Promise<UserDetails> {
  await requireRecentLogin(context.database, caller.session);
  return end(context, caller, { userId, seen: email, answer: "email_change_confirmed" });
}

/**
 * A manager or administrator withdraws an open change of address. Refuses if none is open (errors.emailProposalEnded), and like
 * `holdWholeUser`.
 */
export async function cancelEmailProposal(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return end(context, caller, { userId, answer: "email_change_cancelled" });
}

interface Ending {
  userId: string;
  /** The proposed address that the administrator saw. A withdrawal needs none. */
  seen?: string | undefined;
  answer: "email_change_confirmed" | "email_change_cancelled";
}

async function end(context: AppContext, caller: LoggedInCaller, { userId, ...ending }: Ending): Promise<UserDetails> {
  const { session } = caller;
  return context.database.transaction().execute(async (transaction) => {
    await holdWholeUser(transaction, session, userId);
    const by = isAdministrator(session) ? "platform" : "school";
    await decide(context, transaction, { accountId: userId, ...ending, caller, actorId: session.accountId, by });
    return describeUser({ ...context, database: transaction }, session, await reachUser(transaction, session, userId));
  });
}
