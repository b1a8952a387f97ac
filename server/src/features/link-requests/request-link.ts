import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { insertRequest } from "./queries.ts";
import type { LinkRequest } from "./queries.ts";

/**
 * For one e-mail address and one purpose, from wherever it is asked: three at once, then one after 20 and 40 minutes and each hour. No
 * wait is longer than a link lives: an owner who is told to wait has a link that works.
 */
const recipientPolicy: ThrottlePolicy = {
  free: 2,
  firstWaitSeconds: 1200,
  longestWaitSeconds: 3600,
  stopAt: 1_000_000_000,
  windowSeconds: 24 * 3600,
  refusal: "errors.linkAskedRecently",
};

/** A municipality of thousands of teachers has one address on the first day of school (DESIGN 8.3). */
const addressPolicy: ThrottlePolicy = {
  free: 5000,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  stopAt: 1_000_000_000,
  windowSeconds: 3600,
};

/**
 * Takes down that somebody wants a mailed link. The same work and the same answer for every address: who it belongs to is
 * looked up later, by `answerLinkRequests` (DESIGN 8.4). Refuses what was asked for a moment ago with errors.linkAskedRecently, and
 * a network address that asks for thousands with errors.tooManyAttempts.
 */
export async function requestLink(
  { database }: Pick<AppContext, "database">,
  caller: Caller,
  { purpose, email }: Pick<LinkRequest, "purpose" | "email">,
): Promise<Record<string, never>> {
  await takeAttempt(database, throttleKey("link-request", caller.addressBucket), addressPolicy);
  await takeAttempt(database, throttleKey("link-recipient", `${purpose} ${email}`), recipientPolicy);
  await insertRequest(database, { purpose, email, request_id: caller.requestId, network: caller.network });
  return {};
}

/** Has the owner of an address told that its logins have stopped, if it has an owner: not by the call that stopped them, which must not tell. */
export async function requestStoppedLetter(database: Database, caller: Caller, email: string): Promise<void> {
  await insertRequest(database, { purpose: "STOPPED", email, request_id: caller.requestId, network: caller.network });
}
