import type { Transaction } from "kysely";
import type * as contract from "@storyport/contract/email-changes";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { updateEmail } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller, LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { completeEmailChange } from "./change-email.ts";
import { findProposal, takeProposal } from "./queries.ts";

type Answer = z.output<typeof contract.answerEmailProposal.body>["answer"];
type Done = Record<string, never>;

/** Returns what the link of the e-mail proposes. Reads only (DESIGN A14). Refuses a dead link with errors.emailProposalEnded. */
export async function checkEmailProposal(
  { database }: Pick<AppContext, "database">,
  { code }: { code: string },
): Promise<ResponseOf<typeof contract.checkEmailProposal>> {
  const found = await findProposal(database, { digest: digestOf(code) });
  if (found === undefined) throw new Refusal("errors.emailProposalEnded");
  const { present_email, email: proposedEmail, organization_key } = found;
  // An account without a present address was mailed no link.
  return { email: present_email ?? "", proposedEmail, ...(organization_key === null ? {} : { organization_key }) };
}

/** Returns the open change of the account's address, or null. */
export async function openProposal(database: Database, accountId: string): Promise<contract.EmailProposal | null> {
  const found = await findProposal(database, { accountId });
  if (found === undefined) return null;
  return { email: found.email, proposedAt: found.proposed_at.toISOString(), expiresAt: found.expires_at.toISOString() };
}

/**
 * Confirms or refuses a proposal with the link that was e-mailed to the present address (DESIGN A26). Of concurrent answers the first
 * counts; the others get errors.emailProposalEnded. Refuses to confirm an address that is taken by now (errors.emailTaken); the proposal
 * stays open.
 */
export async function answerEmailProposal(
  context: AppContext,
  caller: Caller,
  { token, answer }: { token: string; answer: Answer },
): Promise<Done> {
  const digest = digestOf(token);
  await context.database.transaction().execute(async (transaction) => {
    const found = await findProposal(transaction, { digest });
    if (found === undefined) throw new Refusal("errors.emailProposalEnded");
    const { account_id: accountId } = found;
    await decide(context, transaction, { accountId, digest, answer: events[answer], caller, actorId: accountId, by: "link" });
  });
  return {};
}

/**
 * The owner answers from the profile. Confirming needs a recent login (errors.loginTooOld), because a passer-by at an open session must
 * not change the address. `email` is the address that the owner saw: another proposal stays open (errors.changedMeanwhile). Only a
 * refusal may omit it. Refuses like `decide`, and a session that has ended meanwhile with errors.notLoggedIn.
 */
export async function answerOwnEmailProposal(
  context: AppContext,
  caller: LoggedInCaller,
  { answer, email }: { answer: Answer; email?: string | undefined },
): Promise<Done> {
  const { session } = caller;
  const { accountId } = session;
  if (answer === "confirm") await requireRecentLogin(context.database, session);
  await context.database.transaction().execute(async (transaction) => {
    // In full strength first, because `holdSession` takes a weaker lock, and `decide` could then deadlock with another call.
    await holdAccount(transaction, accountId, "update");
    if (!(await holdSession(transaction, session))) throw new Refusal("errors.notLoggedIn");
    await decide(context, transaction, { accountId, seen: email, answer: events[answer], caller, actorId: accountId, by: "owner" });
  });
  return {};
}

const events = { confirm: "email_change_confirmed", refuse: "email_change_refused" } as const;

export interface Decision {
  accountId: string;
  /** Digest of the link's token. Without it the account id identifies the proposal. */
  digest?: Buffer;
  /** The proposed address that the caller saw. A link's digest already identifies it. Without both, nothing is confirmed. */
  seen?: string | undefined;
  answer: "email_change_confirmed" | "email_change_refused" | "email_change_cancelled";
  caller: Caller;
  actorId: string;
  by: "link" | "owner" | "school" | "platform";
}

/**
 * Ends the account's open proposal with a given result. Refuses with errors.emailProposalEnded if none is open. Refuses with
 * errors.changedMeanwhile if the caller saw another address, or confirms without naming an address. Refuses to confirm a taken
 * address (errors.emailTaken). A refusal rolls back, so the proposal stays open. Confirming changes the account's address.
 */
export async function decide(context: AppContext, transaction: Transaction<Tables>, decision: Decision): Promise<void> {
  const { accountId, digest, seen, answer, caller, actorId, by } = decision;
  const account = await holdAccount(transaction, accountId, "update");
  const taken = account === undefined ? undefined : await takeProposal(transaction, { accountId, digest });
  if (account === undefined || taken === undefined) throw new Refusal("errors.emailProposalEnded");
  const isNamed = seen !== undefined || digest !== undefined || answer !== "email_change_confirmed";
  if (!isNamed || (seen !== undefined && seen !== taken.email)) throw new Refusal("errors.changedMeanwhile");
  const organizationId = taken.organization_id ?? undefined;
  await recordEvent(transaction, caller, { event: answer, actorId, targetId: accountId, organizationId, details: { by } });
  if (answer !== "email_change_confirmed") return;
  const { email } = taken;
  await updateEmail(transaction, accountId, email);
  const moved = { ...account, email, formerEmail: account.email };
  await completeEmailChange(context, transaction, { account: moved, caller, by: { actorId, organizationId } });
}
