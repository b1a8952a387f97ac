import type { ErrorCode } from "@storyport/contract/error-codes";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { waysToConfirm } from "#/features/login/ways-to-confirm.ts";
import { proveSecondFactor } from "#/features/second-factor/prove-second-factor.ts";
import { confirmSession } from "#/features/sessions/confirm-session.ts";
import { createSessionFinder } from "#/features/sessions/find-session.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { Caller, LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Arrival } from "./arrival.ts";
import { refusalFor } from "./log-in-identity.ts";
import { providerRules } from "./provider-rules.ts";
import { findIdentityAccount, noteUse } from "./queries.ts";
import { startLogin } from "./start-login.ts";
import type { StartedLogin } from "./start-login.ts";

/**
 * Begins to confirm the caller's login at a provider. A second factor is proven first, so that only its owner gets as far as the provider
 * (docs/decisions/0065). Refuses a provider that is not among the ways (errors.confirmAnotherWay), and like `startLogin`. Refuses a wrong
 * or missing code like `proveSecondFactor`.
 */
export async function beginConfirming(
  context: AppContext,
  caller: LoggedInCaller,
  { provider, code = "" }: { provider: Provider; code?: string | undefined },
): Promise<StartedLogin> {
  // Before the code, because a code works once.
  await context.providers.find(provider);
  const { providers, code: needsCode } = await waysToConfirm(context, caller);
  if (!providers.includes(provider)) throw new Refusal("errors.confirmAnotherWay");
  if (needsCode) {
    // The code alone allows nothing. `confirmIdentity` confirms by the answer of the provider.
    await proveSecondFactor(context, caller, { code, unlocks: async () => ({}) });
  }
  return startLogin(context, caller, { provider, deviceName: undefined, confirmingDigest: caller.session.digest });
}

export interface Confirming {
  arrival: Arrival;
  /** The session that began the confirmation. */
  digest: Buffer;
  begunAt: Date;
  /** The session of the browser that returns. */
  sessionSecret: string | undefined;
}

/**
 * Confirms the session that began the confirmation, and starts no new session. The returning browser must still have that session, without
 * a support view (errors.providerLoginStale). The provider must name an identity of the same account (errors.identityNotYours). It must have
 * asked again since the start, as `isAskedAgain` says (errors.providerAnswerInvalid). Refuses like a login at the provider. A foreign
 * identity and a refused account are recorded as `login_failed`.
 */
export async function confirmIdentity(context: AppContext, caller: Caller, confirming: Confirming): Promise<void> {
  const { arrival, digest, sessionSecret } = confirming;
  const session = sessionSecret === undefined ? undefined : await createSessionFinder(context)(sessionSecret);
  if (session?.stage !== "FULL" || session.supportView !== undefined || !session.digest.equals(digest))
    throw new Refusal("errors.providerLoginStale");
  const account = await findIdentityAccount(context.database, arrival.identified);
  if (account?.id !== session.accountId) return refuse(context, caller, { arrival, session, code: "errors.identityNotYours" });
  const code = refusalFor(account, arrival);
  if (code !== undefined) return refuse(context, caller, { arrival, session, code });
  if (!isAskedAgain(confirming)) throw new Refusal("errors.providerAnswerInvalid", { reason: "auth_time" });
  const { provider, label } = arrival.identified;
  await context.database.transaction().execute(async (transaction) => {
    if ((await holdActiveAccount(transaction, account.id)) === undefined) throw new Refusal("errors.userNotActive");
    if (!(await holdSession(transaction, session))) throw new Refusal("errors.providerLoginStale");
    const use = { accountId: account.id, identityId: account.identity_id, provider, label, affiliation: arrival.feide?.affiliation };
    if (!(await noteUse(transaction, use))) throw new Refusal("errors.identityNotYours");
    await confirmSession(transaction, session);
    await recordEvent(transaction, caller, {
      event: "login_confirmed",
      actorId: account.id,
      targetId: account.id,
      details: { loginType: provider },
    });
  });
}

/** How far the provider's clock may be behind ours. */
const clockSkewMs = 60_000;

/** `auth_time` has whole seconds. A provider that promises no such time is believed, because it was told to ask (`providerRules`). */
function isAskedAgain({ arrival: { loggedInAt, identified }, begunAt }: Confirming): boolean {
  if (loggedInAt === undefined) return !providerRules[identified.provider].provesLoginTime;
  return loggedInAt.getTime() >= begunAt.getTime() - clockSkewMs;
}

interface Refused {
  arrival: Arrival;
  session: Session;
  code: ErrorCode;
}

async function refuse({ database }: AppContext, caller: Caller, { arrival, session, code }: Refused): Promise<never> {
  const details = { loginType: arrival.identified.provider, reason: code };
  await recordEvent(database, caller, { event: "login_failed", targetId: session.accountId, details });
  throw new Refusal(code);
}
