import type { Transaction } from "kysely";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdOwnAccount } from "./prove-second-factor.ts";

/**
 * Locks the caller's account and session, and refuses like `holdOwnAccount`. A half session has passed one factor alone. If its account has
 * a passkey, it must log in with that (errors.passkeyNeeded). Otherwise a stolen password could add an app of the thief.
 */
export async function requireMayEnrol(transaction: Transaction<Tables>, caller: LoggedInCaller): Promise<void> {
  await holdOwnAccount(transaction, caller);
  const { accountId, stage } = caller.session;
  if (stage !== "FULL" && (await hasPasskey(transaction, accountId))) throw new Refusal("errors.passkeyNeeded");
}
