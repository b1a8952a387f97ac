import type { ResponseOf } from "@storyport/contract/endpoint";
import type { startPasskeyLogin as endpoint } from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { digestOf } from "#/platform/secrets.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { challengeSeconds, newChallenge } from "./challenges.ts";
import { relyingParty } from "./relying-party.ts";

/**
 * Begins a login by passkey (WebAuthn Level 3, section 7.2). The answer is the same for everybody, so it tells nothing about any
 * account. Unfinished logins count against the address (errors.tooManyAttempts).
 */
export async function startLogin(
  { database, settings }: AppContext,
  caller: Caller,
  { browserSecret }: { browserSecret: string },
): Promise<ResponseOf<typeof endpoint>> {
  await takeAttempt(database, startedLogins(caller), startPolicy);
  const challenge = await newChallenge(database, { kind: "LOGIN", asker: digestOf(browserSecret) });
  return { challenge, rpId: relyingParty(settings).rpId, timeout: challengeSeconds * 1000, userVerification: "required" };
}

/** As in `federated-login/start-login.ts`: a school shares an address, proven passkeys are not counted, and there is nothing to guess here. */
const startPolicy: ThrottlePolicy = { free: 1000, firstWaitSeconds: 1, longestWaitSeconds: 1, stopAt: 100_000, windowSeconds: 60 };

/**
 * The throttle's key for logins that began at the caller's address. A proven passkey gives its attempt back, even if its account is refused.
 */
export function startedLogins({ addressBucket }: Caller): string {
  return throttleKey("passkey-start", addressBucket);
}
