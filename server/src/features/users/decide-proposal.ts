import type { AppContext } from "#/context.ts";
import { decide } from "#/features/email-changes/answer-proposal.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdWholeUser, reachUser } from "./user-in-reach.ts";

/**
 * An administrator of the platform confirms a change of address where the present one cannot be reached any more (DESIGN A26). Refuses where
 * none is open (errors.emailProposalEnded), and an address that somebody has by now (errors.emailTaken).
 */
export async function confirmEmailProposal(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return end(context, caller, { userId, answer: "email_change_confirmed" });
}

/** Withdraws a change of address that waits for an answer. Refuses where none is open (errors.emailProposalEnded). */
export async function cancelEmailProposal(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return end(context, caller, { userId, answer: "email_change_cancelled" });
}

interface Ending {
  userId: string;
  answer: "email_change_confirmed" | "email_change_cancelled";
}

async function end(context: AppContext, caller: LoggedInCaller, { userId, answer }: Ending): Promise<UserDetails> {
  const { session } = caller;
  return context.database.transaction().execute(async (transaction) => {
    await holdWholeUser(transaction, session, userId);
    const by = isAdministrator(session) ? "platform" : "school";
    await decide(context, transaction, { accountId: userId, answer, caller, actorId: session.accountId, by });
    return describeUser(transaction, session, await reachUser(transaction, session, userId));
  });
}
