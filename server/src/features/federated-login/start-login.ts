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
  /** Set when somebody who is logged in connects an identity to their own account. */
  linkingAccountId?: string;
}

export interface StartedLogin {
  /** The provider's page. */
  url: string;
  state: string;
  /** For a cookie of this one transaction: only the browser that began may finish. */
  browserSecret: string;
}

/**
 * Begins a login at a provider (specification, section 7; RFC 9700, section 2.1): state, nonce and PKCE verifier are fresh each
 * time, bound to this browser and this provider, for ten minutes and one use. Refuses a provider that is not set up
 * (errors.providerOff) or does not answer (errors.providerAway). What is begun and not finished, or finished with
 * an answer that no provider gave, counts against the address.
 */
export async function startLogin(
  context: AppContext,
  caller: Caller,
  { provider, deviceName, linkingAccountId }: LoginStart,
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
    deviceName: deviceName ?? "Browser",
    linkingAccountId: linkingAccountId ?? null,
  });
  const url = openid.buildAuthorizationUrl(configuration, {
    ...providerRules[provider].request,
    redirect_uri: callbackUrl(context.settings, provider).href,
    state,
    nonce,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, state, browserSecret };
}

/**
 * A whole school logs in behind one address at eight o'clock; whom a provider vouches for is not counted. There is nothing to guess
 * here, so one pupil's program must not keep that school out for long: the waits stay short, and the count ends with the minute.
 */
const startPolicy: ThrottlePolicy = { free: 1000, firstWaitSeconds: 1, longestWaitSeconds: 1, stopAt: 100_000, windowSeconds: 60 };

export function startedLogins(caller: Caller): string {
  return throttleKey("provider-start", caller.addressBucket);
}
