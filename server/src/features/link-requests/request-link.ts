import type { AppContext } from "#/context.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { insertRequest } from "./queries.ts";
import type { LinkRequest } from "./queries.ts";

/** Sixty an hour from one address, whichever e-mail addresses they are for. */
const addressPolicy: ThrottlePolicy = { free: 60, firstWaitSeconds: 3600, longestWaitSeconds: 3600, stopAt: 60, windowSeconds: 3600 };

/**
 * Takes down that somebody wants a mailed link. The same work and the same answer for every address: who it belongs to is
 * looked up later, by `answerLinkRequests` (DESIGN 8.4). Refuses with errors.tooManyAttempts per network address.
 */
export async function requestLink(
  { database }: Pick<AppContext, "database">,
  caller: Caller,
  { purpose, email }: Pick<LinkRequest, "purpose" | "email">,
): Promise<Record<string, never>> {
  await takeAttempt(database, throttleKey("link-request", caller.addressBucket), addressPolicy);
  await insertRequest(database, { purpose, email, request_id: caller.requestId, network: caller.network });
  return {};
}
