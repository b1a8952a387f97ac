/** The states of an account (DESIGN A11): CREATED to ACTIVE to DEACTIVATED and back to ACTIVE. */
import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { requireAnotherAdministrator } from "#/features/accounts/last-administrator.ts";
import { updateAccount } from "#/features/accounts/update-account.ts";
import type { AccountChange } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { lockOut } from "./lock-out.ts";
import { holdWholeUser, mayLetIn, organizationOf, reachUser } from "./user-in-reach.ts";

/**
 * Locks an account out at once: in one transaction it is deactivated, and its sessions, tokens, waiting hand-overs and mailed links
 * end. Refuses oneself (errors.notYourself), the last administrator, and what is not active (errors.statusNotAllowed). What an
 * administrator of the platform deactivates is remembered as such (docs/decisions/0026).
 */
export async function deactivateUser({ database }: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return database.transaction().execute(async (transaction) => {
    const { is_administrator } = await reachUser(transaction, caller.session, userId);
    if (userId === caller.session.accountId) throw new Refusal("errors.notYourself");
    const deactivated_by_platform = isAdministrator(caller.session);
    if (is_administrator && deactivated_by_platform) await requireAnotherAdministrator(transaction, userId);
    const change: AccountChange = { status: "DEACTIVATED", deactivated_at: sql<Date>`now()`, deactivated_by_platform };
    return changeStatus(transaction, caller, { userId, from: "ACTIVE", change, event: "account_deactivated" });
  });
}

/**
 * Lets a deactivated account in again; what ended stays ended. Refuses any other with errors.statusNotAllowed, and whoever runs one
 * organization with errors.deactivatedByPlatform what an administrator of the platform deactivated (docs/decisions/0026).
 */
export async function reactivateUser({ database }: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const change: AccountChange = { status: "ACTIVE", deactivated_at: null, deactivated_by_platform: false };
  return database
    .transaction()
    .execute((transaction) => changeStatus(transaction, caller, { userId, from: "DEACTIVATED", change, event: "account_reactivated" }));
}

/** Makes a created account active without waiting for its owner, whose letter still works. Refuses any other with errors.statusNotAllowed. */
export async function activateUser({ database }: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const change: AccountChange = { status: "ACTIVE", activated_at: sql<Date>`now()` };
  return database
    .transaction()
    .execute((transaction) => changeStatus(transaction, caller, { userId, from: "CREATED", change, event: "account_activated" }));
}

interface StatusChange {
  userId: string;
  from: AccountStatus;
  change: AccountChange;
  event: AuditEventName;
}

async function changeStatus(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { userId, from, change, event }: StatusChange,
): Promise<UserDetails> {
  const { session } = caller;
  const user = await holdWholeUser(transaction, session, userId);
  if (user.status !== from) throw new Refusal("errors.statusNotAllowed");
  if (change.status === "ACTIVE" && !mayLetIn(session, user)) throw new Refusal("errors.deactivatedByPlatform");
  await updateAccount(transaction, user, change);
  if (change.status === "DEACTIVATED") await lockOut(transaction, userId);
  const organizationId = organizationOf(user);
  await recordEvent(transaction, caller, { event, actorId: session.accountId, targetId: userId, organizationId });
  return describeUser(transaction, session, await reachUser(transaction, session, userId));
}
