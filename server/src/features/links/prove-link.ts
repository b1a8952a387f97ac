/** A mailed link as proof of identity. Mail scanners may read it any number of times; it is used up once. */
import type { Transaction } from "kysely";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { addressPolicy, countFailure, refuseWhileBlocked, throttleKey } from "#/platform/throttle.ts";
import { consumeLink, findDeath, findLiveLink, lockLinks, replaceLinks, tryLiveLink } from "./queries.ts";
import type { DeadLink, LinkedAccount, LinkPurpose } from "./queries.ts";

export interface LinkUse {
  token: string;
  purposes: readonly LinkPurpose[];
  /** The refusal of a dead link, and the codes to add if its cause is known. */
  dead: ErrorCode;
  deaths: Partial<Record<DeadLink, ErrorCode>>;
}

export type ProvenAccount = Omit<LinkedAccount, "is_owner">;

/** Returns the account of a live link. Changes nothing, because programs open links in letters (DESIGN A14). Refuses with `dead`. */
export async function readLink(database: Database, use: LinkUse): Promise<ProvenAccount> {
  return (await findLiveLink(database, proofOf(use))) ?? refuseDead(database, use);
}

/**
 * Returns the account of a live link if the given e-mail address is its own. Refuses with `dead`, with `mismatch` for another address, and
 * with errors.tooManyAttempts after too many failures at the caller's network address. The fifth wrong e-mail address ends the link.
 */
export async function proveLink(
  { database }: Pick<AppContext, "database">,
  caller: Caller,
  { email, use, mismatch }: { email: string; use: LinkUse; mismatch: ErrorCode },
): Promise<ProvenAccount> {
  const address = throttleKey("link-address", caller.addressBucket);
  await refuseWhileBlocked(database, address, addressPolicy);
  const found = await tryLiveLink(database, proofOf(use), email);
  if (found?.is_owner === true) return found;
  await countFailure(database, address, addressPolicy);
  if (found === undefined) return refuseDead(database, use);
  await recordEvent(database, caller, { event: "link_mismatched", targetId: found.account_id, details: { purposes: use.purposes } });
  throw new Refusal(mismatch);
}

/**
 * Uses a proven link up in the transaction of the action. Refuses with `dead` if a concurrent call used it first. Locks the
 * account first, in the order used to create links, to avoid deadlocks.
 */
export async function useLink(transaction: Transaction<Tables>, use: LinkUse, { link_id, account_id }: ProvenAccount): Promise<void> {
  await lockLinks(transaction, account_id);
  if (!(await consumeLink(transaction, link_id))) await refuseDead(transaction, use);
}

/** Ends an account's open links of the given purposes. */
export async function voidLinks(database: Database, accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  for (const purpose of purposes) await replaceLinks(database, accountId, purpose);
}

function proofOf({ token, purposes }: LinkUse) {
  return { token: digestOf(token), purposes };
}

async function refuseDead(database: Database, use: LinkUse): Promise<never> {
  const death = await findDeath(database, proofOf(use));
  const code = death === undefined ? undefined : use.deaths[death];
  throw new Refusal(use.dead, code === undefined ? {} : { errors: [{ message: new Refusal(code).message, code }] });
}
