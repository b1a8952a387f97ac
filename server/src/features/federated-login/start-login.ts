import * as openid from "openid-client";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { challengeOf, digestOf, newSecret } from "#/platform/secrets.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { callbackUrl } from "./callback-url.ts";
import { providerRules } from "./provider-rules.ts";
import { insertTransaction } from "./queries.ts";

export interface LoginStart {
  provider: Provider;
  deviceName: string | undefined;
  /** Set if a logged-in user connects an identity to their account. */
  linkingAccountId?: string;
  /** The session that a logged-in user confirms. */
  confirmingDigest?: Buffer;
}

export interface StartedLogin {
  /** The address of the provider's login page. */
  url: string;
  state: string;
  /** For a cookie of this transaction, so that only the browser that began may finish. */
  browserSecret: string;
}

/**
 * Begins a login at a provider (specification, section 7; RFC 9700, section 2.1). State, nonce and PKCE verifier are fresh,
 * bound to this browser and provider, and valid once for ten minutes. Refuses a provider that is not configured
 * (errors.providerOff) or unreachable (errors.providerAway). Unfinished logins and forged answers count against the address
 * (errors.tooManyAttempts).
 */
export async function startLogin(
  context: AppContext,
  caller: Caller,
  { provider, deviceName, linkingAccountId, confirmingDigest }: LoginStart,
): Promise<StartedLogin> {
  const configuration = await context.providers.find(provider);
  await takeAttempt(context.database, startedLogins(caller), startPolicy);
  const [state, browserSecret, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret(), newSecret()];
  await insertTransaction(context.database, {
    digest: digestOf(state),
    provider,
    browserDigest: digestOf(browserSecret),
    nonce,
    codeVerifier,
    // As pages without a script send it. A connection or confirmation begins no session, so it shows no name.
    deviceName: deviceName ?? "Browser",
    linkingAccountId: linkingAccountId ?? null,
    confirmingDigest: confirmingDigest ?? null,
  });
  const rules = providerRules[provider];
  const url = openid.buildAuthorizationUrl(configuration, {
    ...rules.request,
    // The classes of a teacher are read after the login (`group-readings.ts`).
    ...(provider === "FEIDE" && context.settings.feideGroupsUrl !== undefined && { scope: `${rules.request.scope} groups-edu` }),
    ...(confirmingDigest === undefined ? {} : rules.confirmation),
    redirect_uri: callbackUrl(context.settings, provider).href,
    state,
    nonce,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, state, browserSecret };
}

/**
 * A whole school logs in behind one address at eight o'clock, so valid answers are not counted. There is nothing to guess
 * here. Waits and window are short, so that one pupil's program cannot lock the school out for long.
 */
const startPolicy: ThrottlePolicy = { free: 1000, firstWaitSeconds: 1, longestWaitSeconds: 1, stopAt: 100_000, windowSeconds: 60 };

/**
 * The throttle's key for logins that began at the caller's address. A valid answer for a user of an allowed domain gives its attempt
 * back, even if the account is refused.
 */
export function startedLogins(caller: Caller): string {
  return throttleKey("provider-start", caller.addressBucket);
}
