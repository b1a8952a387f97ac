import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { flagPassword } from "#/features/accounts/update-account.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Changes, Editing } from "./user-edit.ts";

/**
 * Makes the owner choose a new password. The present password stops working, all sessions and tokens end, and an active account gets a
 * link. Refuses an account without an address (errors.emailRequired) or without a password login (errors.loginTypeNotAssignable).
 */
export async function expirePassword(
  context: AppContext,
  transaction: Transaction<Tables>,
  { user, edit, caller }: Editing,
): Promise<Changes> {
  const email = edit.email ?? user.email;
  if (email === null) throw new Refusal("errors.emailRequired");
  if (!(edit.loginTypes ?? user.login_types).includes("PASSWORD")) throw new Refusal("errors.loginTypeNotAssignable");
  // A new address has already removed the old password and sent its own letter. An account without a password has nothing to expire.
  if (email !== user.email || !user.has_password) return {};
  await flagPassword(transaction, user.id);
  await endAllSessions(transaction, user.id);
  await revokeTokensOf(transaction, { accountId: user.id, because: "PASSWORD" });
  const { id, default_locale, display_name } = user;
  const account = { id, email, default_locale, display_name };
  if (user.status === "ACTIVE") await sendResetLink(context, transaction, { account, caller, reason: "ended" });
  return { password: "expired" };
}
