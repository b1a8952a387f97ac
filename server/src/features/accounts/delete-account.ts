import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { proveLink, readLink, useLink } from "#/features/links/prove-link.ts";
import type { LinkUse, ProvenAccount } from "#/features/links/prove-link.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { confirmationOf } from "./deletion-confirmation.ts";
import { erasePerson } from "./erase-person.ts";
import { isLastAdministrator } from "./erasure-queries.ts";

/**
 * Deletes an account with the link of the deletion e-mail (specification, section 2, /account/delete/). Refuses a dead link
 * with errors.deletionLinkExpired and the cause, and any e-mail address but the account's own with errors.emailNotForDeletionLink. The
 * fifth wrong address ends the link. Refuses too many tries with errors.tooManyAttempts. Refuses the last administrator with
 * errors.accountNotDeletable, reason errors.lastAdministrator.
 */
export async function confirmDeletion(
  context: AppContext,
  caller: Caller,
  { email, token }: { email: string; token: string },
): Promise<Record<string, never>> {
  const use: LinkUse = {
    token,
    purposes: ["DELETION"],
    dead: "errors.deletionLinkExpired",
    // The refusal itself speaks of an expired link, so that death needs no code of its own.
    deaths,
  };
  const account = await proveLink(context, caller, { email, use, mismatch: "errors.emailNotForDeletionLink" });
  await erase(context, caller, { use, account });
  return {};
}

/**
 * Returns the e-mail address that a mailed code deletes, and the token that confirms it (specification, section 2, /delete-user). This page
 * shows the address instead of asking for it. Reads only. Refuses a dead code with errors.invalidUserDeletionCode and the cause.
 */
export async function checkDeletionCode({ database }: AppContext, { code }: { code: string }): Promise<{ email: string; token: string }> {
  const { email } = await readLink(database, {
    token: code,
    purposes: ["DELETION"],
    dead: "errors.invalidUserDeletionCode",
    deaths: { ...deaths, EXPIRED: "errors.linkExpired" },
  });
  return { email, token: confirmationOf(code) };
}

/**
 * Deletes the account of a confirmation token of /delete-user. Refuses a dead token with errors.failedToDeleteUser, and says if the account
 * may be deleted already. Refuses the last administrator like `confirmDeletion`.
 */
export async function deleteByConfirmation(context: AppContext, caller: Caller, { token }: { token: string }): Promise<void> {
  const { UNKNOWN } = deaths;
  const use: LinkUse = { token, purposes: ["DELETION_CONFIRMATION"], dead: "errors.failedToDeleteUser", deaths: { UNKNOWN } };
  await erase(context, caller, { use, account: await readLink(context.database, use) });
}

/** A used link is unknown, because the erasure deletes its row with all others of the account. So its refusal says "if". */
const deaths = {
  REPLACED: "errors.linkReplaced",
  UNKNOWN: "errors.deletionLinkUnknown",
  WRONG_EMAILS: "errors.tooManyWrongEmails",
} as const satisfies LinkUse["deaths"];

interface Erasing {
  use: LinkUse;
  account: ProvenAccount;
}

/** All or nothing, and once: the erasure deletes the link, so a concurrent second call finds it unknown. */
async function erase(context: AppContext, caller: Caller, { use, account }: Erasing): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    // First, because it locks all administrators, and that lock comes before the lock of the account itself.
    await refuseLastAdministrator(transaction, account.account_id);
    await useLink(transaction, use, account);
    await erasePerson(context, transaction, { id: account.account_id, email: account.email, default_locale: account.default_locale });
    await recordEvent(transaction, caller, { event: "account_deleted", actorId: account.account_id, targetId: account.account_id });
  });
}

async function refuseLastAdministrator(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  if (!(await isLastAdministrator(transaction, accountId))) return;
  const { message } = new Refusal("errors.lastAdministrator");
  throw new Refusal("errors.accountNotDeletable", { errors: [{ message, code: "errors.lastAdministrator" }] });
}
