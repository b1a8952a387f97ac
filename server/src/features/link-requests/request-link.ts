import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { insertRequest } from "./queries.ts";
import type { LinkRequest } from "./queries.ts";

/** No count stops requests altogether: every wait ends. */
const never = 1_000_000_000;

/**
 * Limits letters per e-mail address and purpose, from any network address: three at once, then one an hour. No wait exceeds a
 * reset link's life, so that an owner who must wait still has a working link.
 */
const recipientPolicy: ThrottlePolicy = {
  // The third request is still accepted, and begins the first wait.
  free: 2,
  firstWaitSeconds: 3600,
  longestWaitSeconds: 3600,
  stopAt: never,
  windowSeconds: 24 * 3600,
};

/** All teachers of a large municipality may share one address on the first day of school (DESIGN 8.3). */
const addressPolicy: ThrottlePolicy = {
  free: 5000,
  firstWaitSeconds: 1,
  longestWaitSeconds: 60,
  stopAt: never,
  windowSeconds: 3600,
};

/**
 * Stores a request for a mailed link. Work and answer are the same for every address: `answerLinkRequests` looks the account up later (DESIGN
 * 8.4). A request during the recipient's wait gets the same answer and no letter. After thousands of requests from one network address, waits
 * begin there, and a request during such a wait is refused with errors.tooManyAttempts.
 */
export async function requestLink(
  { database }: Pick<AppContext, "database">,
  caller: Caller,
  { purpose, email }: Pick<LinkRequest, "purpose" | "email">,
): Promise<Record<string, never>> {
  await takeAttempt(database, throttleKey("link-request", caller.addressBucket), addressPolicy);
  if (await mayBeWrittenTo(database, throttleKey("link-recipient", `${purpose} ${email}`))) {
    await insertRequest(database, { purpose, email, request_id: caller.requestId, network: caller.network });
  }
  return {};
}

async function mayBeWrittenTo(database: Database, recipientKey: string): Promise<boolean> {
  try {
    await takeAttempt(database, recipientKey, recipientPolicy);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Requests the letter that informs an account's owner that logins have stopped. It is sent later, because the call that stopped
 * the logins must not reveal whether the account exists.
 */
export async function requestStoppedLetter(database: Database, caller: Caller, email: string): Promise<void> {
  await insertRequest(database, { purpose: "STOPPED", email, request_id: caller.requestId, network: caller.network });
}
