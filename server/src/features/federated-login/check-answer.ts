import * as openid from "openid-client";
import { isStorable } from "@storyport/contract/text-rules";
import type { Provider } from "@storyport/contract/vocabulary";
import * as z from "zod";
import type { AppContext } from "#/context.ts";
import { Refusal } from "#/platform/refusal.ts";
import { callbackUrl } from "./callback-url.ts";
import type { Identified } from "./identified.ts";

/** The parameters that the browser carries back. */
export interface ProviderAnswer {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

export interface CheckedAnswer {
  identified: Identified;
  /** When the provider last asked the user for a proof (`auth_time`), if it says so. */
  loggedInAt: Date | undefined;
  /** The organization that owns the account (Google's `hd`); absent for private accounts. */
  hostedDomain: string | undefined;
  idToken: string;
  accessToken: string;
}

export interface Expected {
  provider: Provider;
  nonce: string;
  codeVerifier: string;
}

const storable = z.string().refine(isStorable);
/**
 * The provider is trusted to identify the person, but its values are still validated. A subject has at most 255 characters (OpenID Connect
 * Core, section 2), an address 254 and a domain 253.
 */
const tokenClaims = z.object({
  iss: storable.min(1).max(512),
  sub: storable.min(1).max(255),
  iat: z.number(),
  /** The library reads it only beside several audiences. */
  azp: z.unknown().optional(),
  auth_time: z.number().optional().catch(undefined),
  email: storable.max(254).optional().catch(undefined),
  preferred_username: storable.max(254).optional().catch(undefined),
  hd: storable.max(253).optional().catch(undefined),
});

/** Clocks may differ by a minute. An ID token or a login further in the future means a wrong clock or a forgery. */
const latestIssueSeconds = 60;

/**
 * Redeems the provider's code and checks the ID token (OpenID Connect Core 3.1.3.7). Checks state, issuer, signature, audience,
 * authorized party, nonce and times. The issuer parameter is checked if it is sent or promised (RFC 9207). Refuses a login cancelled at the
 * provider (errors.providerRefused), an unreachable provider (errors.providerAway), and anything invalid (errors.providerAnswerInvalid).
 * Never repeats the provider's error text.
 */
export async function checkAnswer(context: AppContext, answer: ProviderAnswer, expected: Expected): Promise<CheckedAnswer> {
  const { provider, nonce, codeVerifier } = expected;
  const configuration = await context.providers.find(provider);
  const cameBackAt = callbackUrl(context.settings, provider);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) cameBackAt.searchParams.set(name, value);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, cameBackAt, {
      // The caller has found the begun login by this state, so it is the expected state.
      expectedState: answer.state ?? "",
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokenClaims.parse(tokens.claims());
    if (claims.azp !== undefined && claims.azp !== configuration.clientMetadata().client_id)
      throw new Refusal("errors.providerAnswerInvalid", { reason: "another azp" });
    const latest = Date.now() / 1000 + latestIssueSeconds;
    if (claims.iat > latest) throw new Refusal("errors.providerAnswerInvalid", { reason: "future iat" });
    if ((claims.auth_time ?? 0) > latest) throw new Refusal("errors.providerAnswerInvalid", { reason: "future auth_time" });
    return {
      identified: { provider, issuer: claims.iss, subject: claims.sub, label: claims.email ?? claims.preferred_username },
      loggedInAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
      hostedDomain: claims.hd,
      idToken: tokens.id_token ?? "",
      accessToken: tokens.access_token,
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What a cancelled login is called: by OAuth 2.0 (RFC 6749, section 4.1.2.1), OpenID Connect Core 3.1.2.6 and Apple itself. */
const cancelled = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
  "user_cancelled_authorize",
]);
const away = new Set(["server_error", "temporarily_unavailable"]);

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : "unknown";
  if (error instanceof openid.AuthorizationResponseError) {
    if (cancelled.has(error.error)) return new Refusal("errors.providerRefused");
    return new Refusal(away.has(error.error) ? "errors.providerAway" : "errors.providerAnswerInvalid");
  }
  return new Refusal(isAway(error) ? "errors.providerAway" : "errors.providerAnswerInvalid", { reason });
}

/** Returns whether the provider is unreachable, too slow or failing. Looks at the error and at some causes below it. */
function isAway(error: unknown, depth = 0): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500;
  // The library gives the response itself as the cause, if it expected another status.
  if (error instanceof Response) return error.status >= 500;
  if (!(error instanceof Error) || depth > 4) return false;
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  // Fetch throws a TypeError when the connection fails or breaks. The library's own TypeErrors are about wrong arguments, and have a code.
  if (error instanceof TypeError && !("code" in error)) return true;
  return isAway(error.cause, depth + 1);
}
