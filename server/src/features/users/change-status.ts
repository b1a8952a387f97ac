/**
 * The states of an account (DESIGN A11): CREATED to ACTIVE to DEACTIVATED and back to ACTIVE. All three calls refuse like `holdWholeUser`.
 */
import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { requireAnotherAdministrator } from "#/features/accounts/last-administrator.ts";
import { updateAccount } from "#/features/accounts/update-account.ts";
import type { AccountChange } from "#/features/accounts/update-account.ts";
import { withdrawTransfersOf } from "#/features/accounts/withdraw-transfers.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { withdrawProposal } from "#/features/email-changes/withdraw-proposal.ts";
import { voidLinks } from "#/features/links/prove-link.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdWholeUser, mayLetIn, organizationOf, reachUser } from "./user-in-reach.ts";

/**
 * Deactivates an account at once. Ends its sessions, tokens, running hand-overs and mailed links in one transaction. Refuses
 * the caller's own account (errors.notYourself), the last administrator (errors.lastAdministrator), and an account that is not active
 * (errors.statusNotAllowed). Needs a recent login (errors.loginTooOld). Marks a deactivation by a platform administrator (docs/decisions/0026).
 */
export async function deactivateUser(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return context.database.transaction().execute(async (transaction) => {
    const { is_administrator } = await reachUser(transaction, caller.session, userId);
    if (userId === caller.session.accountId) throw new Refusal("errors.notYourself");
    await requireRecentLogin(transaction, caller.session);
    const deactivated_by_platform = isAdministrator(caller.session);
    // Locks all administrators before the account, as edits do. A school's manager is refused below.
    if (is_administrator && deactivated_by_platform) await requireAnotherAdministrator(transaction, userId);
    const change: AccountChange = { status: "DEACTIVATED", deactivated_at: sql<Date>`now()`, deactivated_by_platform };
    return changeStatus({ ...context, database: transaction }, caller, { userId, from: "ACTIVE", change, event: "account_deactivated" });
  });
}

/**
 * Reactivates a deactivated account; ended sessions stay ended. Refuses any other state with errors.statusNotAllowed. Only a
 * platform administrator may undo a deactivation by one (errors.deactivatedByPlatform, docs/decisions/0026). Needs no recent login
 * (docs/flows/confirmations.md).
 */
export async function reactivateUser(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const change: AccountChange = { status: "ACTIVE", deactivated_at: null, deactivated_by_platform: false };
  return context.database.transaction().execute((transaction) => {
    const status = { userId, from: "DEACTIVATED", change, event: "account_reactivated" } as const;
    return changeStatus({ ...context, database: transaction }, caller, status);
  });
}

/**
 * Activates a created account before its owner does; the owner's link still works. Refuses any other state with
 * errors.statusNotAllowed.
 */
export async function activateUser(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const change: AccountChange = { status: "ACTIVE", activated_at: sql<Date>`now()` };
  return context.database.transaction().execute((transaction) => {
    const status = { userId, from: "CREATED", change, event: "account_activated" } as const;
    return changeStatus({ ...context, database: transaction }, caller, status);
  });
}

interface StatusChange {
  userId: string;
  from: AccountStatus;
  change: AccountChange;
  event: AuditEventName;
}

async function changeStatus(
  context: Pick<AppContext, "settings"> & { database: Transaction<Tables> },
  caller: LoggedInCaller,
  { userId, from, change, event }: StatusChange,
): Promise<UserDetails> {
  const { session } = caller;
  const { database: transaction } = context;
  const user = await holdWholeUser(transaction, session, userId);
  if (user.status !== from) throw new Refusal("errors.statusNotAllowed");
  if (change.status === "ACTIVE" && !mayLetIn(session, user)) throw new Refusal("errors.deactivatedByPlatform");
  await updateAccount(transaction, user, change);
  if (change.status === "DEACTIVATED") await lockOut(transaction, userId);
  const organizationId = organizationOf(user);
  await recordEvent(transaction, caller, { event, actorId: session.accountId, targetId: userId, organizationId });
  return describeUser(context, session, await reachUser(transaction, session, userId));
}

/** Ends everything an account has open, including badge sessions and transfers, and voids its mailed links. */
async function lockOut(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await voidLinks(transaction, accountId, ["RESET", "ACTIVATION", "DELETION", "DELETION_CONFIRMATION"]);
  await withdrawProposal(transaction, accountId);
  await withdrawTransfersOf(transaction, { accountIds: [accountId] });
  await endAllSessions(transaction, accountId);
  await revokeTokensOf(transaction, { accountId, because: "ACCOUNT" });
}
