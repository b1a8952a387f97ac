import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { allowsPasskey } from "#/features/passkeys/allows-passkey.ts";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { fieldRefusal } from "#/platform/refusal.ts";
import type { Refusal } from "#/platform/refusal.ts";
import { findIdentities } from "./detail-queries.ts";
import type { UserEdit } from "./user-edit.ts";
import type { ReachedUser } from "./user-in-reach.ts";

/**
 * Callers cannot remove their own last working login (docs/decisions/0027): a set password, a passkey or a connected identity must stay.
 * These do not count: an allowed but unused login type, an expired password, and what a change of address removes. Refuses with
 * errors.noWayToLogIn. Edits that remove no login type pass. After a change of the address alone, the mailed link lets the caller in. Call
 * it only for the caller's own account. `edit`: without an address that is only proposed, because that ends nothing.
 */
export async function requireWayToLogIn(
  { providers }: Pick<AppContext, "providers">,
  transaction: Transaction<Tables>,
  { user, edit: { loginTypes, email, resetPassword } }: { user: ReachedUser; edit: UserEdit },
): Promise<void> {
  if (loginTypes === undefined || user.login_types.every((type) => loginTypes.includes(type))) return;
  // Another address ends the password, passkeys and identities.
  if (email !== undefined) throw noWayLeft();
  const keepsPassword = user.has_password && !user.password_expired && resetPassword !== true;
  if (keepsPassword && isKept(user, loginTypes, "PASSWORD")) return;
  // Passkeys end with the login type PASSWORD. They need a login type of a person.
  const endsPasskeys = user.login_types.includes("PASSWORD") && !loginTypes.includes("PASSWORD");
  if (!endsPasskeys && allowsPasskey(loginTypes) && (await hasPasskey(transaction, user.id))) return;
  const identities = await findIdentities(transaction, user.id);
  const works = identities.some(({ provider }) => providers.names.includes(provider) && isKept(user, loginTypes, provider));
  if (works) return;
  throw noWayLeft();
}

function noWayLeft(): Refusal {
  return fieldRefusal("errors.noWayToLogIn", "loginTypes");
}

function isKept(user: ReachedUser, wanted: readonly LoginType[], type: LoginType): boolean {
  return wanted.includes(type) && user.login_types.includes(type);
}
