import type { ErrorCode } from "@storyport/contract/error-codes";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { returnAttempt } from "#/platform/throttle.ts";
import type { Arrival } from "./arrival.ts";
import { checkAnswer } from "./check-answer.ts";
import type { ProviderAnswer } from "./check-answer.ts";
import { confirmIdentity } from "./confirm-identity.ts";
import { connectIdentity } from "./connect-identity.ts";
import { landAfterConnecting, landAtConfirmed, landAtLogin, landAtProfile } from "./landings.ts";
import type { Landing } from "./landings.ts";
import { logInIdentity } from "./log-in-identity.ts";
import { findPurpose, purposeOf, takeTransaction } from "./queries.ts";
import type { Purpose, TakenTransaction } from "./queries.ts";
import { providerRules } from "./provider-rules.ts";
import { readFeidePerson } from "./read-feide-person.ts";
import { startedLogins } from "./start-login.ts";

export interface ComingBack {
  provider: Provider;
  answer: ProviderAnswer;
  /** The secret of the login that this browser began. */
  browserSecret: string | undefined;
  /** The session that this browser has now. */
  sessionSecret: string | undefined;
}

/** Where the browser goes, and what it was sent to the provider for. */
export interface Return extends Landing {
  purpose: Purpose;
}

/**
 * Takes a browser back from a provider, once, and returns the address to go to next. The browser navigates, so each refusal
 * becomes the address of a page that explains it. An account is found by issuer and subject alone (DESIGN A18). If the settings
 * name allowed domains, users of other domains are unknown (errors.identityUnknown).
 */
export async function finishFederatedLogin(context: AppContext, caller: Caller, back: ComingBack): Promise<Return> {
  const { provider } = back;
  if (!context.providers.names.includes(provider)) return { ...landAtLogin(provider, "errors.providerOff"), purpose: "login" };
  const begun = await take(context, back);
  if (begun === undefined) {
    return landRefused(back, { code: "errors.providerLoginStale", purpose: await formerPurpose(context, back) });
  }
  const purpose = purposeOf(begun);
  try {
    const arrival = await arrive(context, back, begun);
    await requireDomain(context, caller, { arrival, purpose });
    // A valid answer does not count against the address (`startPolicy`), even if its account is refused afterwards.
    await returnAttempt(context.database, [startedLogins(caller)], "stays");
    return { ...(await arriveFor(context, caller, { back, begun, arrival })), purpose };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (ofTheAnswer.has(error.code)) await recordFailure(context, caller, { provider, purpose, reason: error.code });
    context.log.info(
      { requestId: caller.requestId, provider, refusal: error.code, reason: error.details.reason },
      "a provider's answer was refused",
    );
    return landRefused(back, { code: error.code, purpose });
  }
}

interface Returned {
  back: ComingBack;
  begun: TakenTransaction;
  arrival: Arrival;
}

async function arriveFor(context: AppContext, caller: Caller, { back, begun, arrival }: Returned): Promise<Landing> {
  const { provider, sessionSecret } = back;
  if (begun.confirming_digest !== null) {
    const confirming = { arrival, digest: begun.confirming_digest, begunAt: begun.created_at, sessionSecret };
    await confirmIdentity(context, caller, confirming);
    return landAtConfirmed(provider);
  }
  if (begun.linking_account_id === null) {
    return logInIdentity(context, caller, { arrival, deviceName: begun.device_name, formerSecret: sessionSecret });
  }
  await connectIdentity(context, caller, { arrival, accountId: begun.linking_account_id, sessionSecret });
  return landAfterConnecting(provider);
}

/** Only a logged-in user can return to the profile, where connecting begins, or to the window in which a confirmation ends. */
function landRefused({ provider, sessionSecret }: ComingBack, { code, purpose }: { code: ErrorCode; purpose: Purpose }): Return {
  if (purpose === "login" || sessionSecret === undefined) return { ...landAtLogin(provider, code), purpose };
  return { ...(purpose === "confirming" ? landAtConfirmed(provider, code) : landAtProfile(code)), purpose };
}

/**
 * These refuse the answer itself, nearly always before an account was looked up. So the event is recorded here, without an account. A login
 * or a confirmation that is refused later records its own event, except for a stale return and a change meanwhile.
 */
const ofTheAnswer = new Set<string>(["errors.providerAnswerInvalid", "errors.providerRefused", "errors.providerAway"]);

async function take({ database }: AppContext, { provider, answer, browserSecret }: ComingBack): Promise<TakenTransaction | undefined> {
  if (answer.state === undefined || browserSecret === undefined) return undefined;
  return takeTransaction(database, { digest: digestOf(answer.state), provider, browserDigest: digestOf(browserSecret) });
}

/** Returns what a login that cannot finish was begun for, so that its refusal appears on the right page. */
async function formerPurpose({ database }: AppContext, { answer, sessionSecret }: ComingBack): Promise<Purpose> {
  if (answer.state === undefined || sessionSecret === undefined) return "login";
  return (await findPurpose(database, digestOf(answer.state))) ?? "login";
}

async function arrive(context: AppContext, { provider, answer }: ComingBack, begun: TakenTransaction): Promise<Arrival> {
  const expected = { provider, nonce: begun.nonce, codeVerifier: begun.code_verifier };
  const checked = await checkAnswer(context, answer, expected);
  if (!providerRules[provider].vouchesForRole) return { ...checked, feide: undefined };
  const { accessToken, identified } = checked;
  const feide = await readFeidePerson(context, { accessToken, subject: identified.subject });
  return { ...checked, identified: { ...identified, label: feide.principalName ?? identified.label }, feide };
}

async function requireDomain(
  context: AppContext,
  caller: Caller,
  { arrival: { identified, hostedDomain, feide }, purpose }: { arrival: Arrival; purpose: Purpose },
): Promise<void> {
  const { provider } = identified;
  const allowed = context.settings.providers[provider]?.domains;
  const domain = feide === undefined ? hostedDomain : /@([^@]+)$/.exec(feide.principalName ?? "")?.[1];
  if (allowed === undefined || (domain !== undefined && allowed.includes(domain.toLowerCase()))) return;
  await recordFailure(context, caller, { provider, purpose, reason: "errors.identityUnknown" });
  throw new Refusal("errors.identityUnknown", { reason: "another domain" });
}

/** Records nothing for a user who connects an identity, because that is no login. A failed confirmation is recorded like a failed login. */
async function recordFailure(
  { database }: AppContext,
  caller: Caller,
  { provider, purpose, reason }: { provider: Provider; purpose: Purpose; reason: string },
): Promise<void> {
  if (purpose === "connecting") return;
  await recordEvent(database, caller, { event: "login_failed", details: { loginType: provider, reason } });
}
