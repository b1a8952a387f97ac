import type { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Assertion } from "@storyport/contract/passkeys";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { AppContext } from "#/context.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { addressPolicy, countFailure, refuseWhileBlocked, throttleKey } from "#/platform/throttle.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { spendChallenge } from "./challenges.ts";
import type { SpentChallenge } from "./challenges.ts";
import { faultOf } from "./fault-of.ts";
import { findPasskeyAccount } from "./queries.ts";
import type { PasskeyAccount, SignedUse } from "./queries.ts";
import { relyingParty } from "./relying-party.ts";

export interface PasskeyAnswer {
  credential: Assertion;
  /** The secret of the cookie that asked for the challenge: for a login the browser's, for a confirmation the session's. */
  browserSecret: string | undefined;
  /** Set to accept passkeys of this account alone. */
  ownerId?: string;
}

export interface ProvenPasskey {
  account: PasskeyAccount;
  use: SignedUse;
}

/**
 * Checks a passkey's answer (WebAuthn Level 3, section 7.2), and uses up its challenge. Refuses a challenge that was used, is too old or
 * another browser's (errors.passkeyStale). Refuses a passkey that no account or another account has (errors.passkeyUnknown). Refuses a
 * wrong signature, another origin or host, and a device that did not verify its user (errors.passkeyInvalid). Failures count against the
 * address (errors.tooManyAttempts), but not a stale challenge. A page that was open for long has such a challenge. The caller judges the
 * counter by `acceptUse`, after it has locked the account.
 */
export async function provePasskey(context: AppContext, caller: Caller, answer: PasskeyAnswer): Promise<ProvenPasskey> {
  const { database } = context;
  await refuseWhileBlocked(database, failures(caller), addressPolicy);
  const { credential, browserSecret, ownerId } = answer;
  // Imported only when used: the library costs start time and memory. A failed import must not use up the challenge.
  const { verifyAuthenticationResponse: check } = await import("@simplewebauthn/server");
  const asking = { kind: "LOGIN", asker: digestOf(browserSecret ?? "") } as const;
  const spent = await spendChallenge(database, credential.response.clientDataJSON, asking);
  if (spent === undefined) throw new Refusal("errors.passkeyStale");
  const account = await findPasskeyAccount(database, Buffer.from(credential.rawId, "base64url"));
  if (account === undefined || account.status === "DELETED" || (ownerId ?? account.id) !== account.id) {
    return fail(context, caller, { code: "errors.passkeyUnknown" });
  }
  const { userHandle } = credential.response;
  // Some passkeys name no account. They are accepted only if the caller's session names it (section 7.2, step 6).
  const isIdentified = ownerId !== undefined && typeof userHandle !== "string";
  if (!isIdentified && userHandle !== account.user_handle.toString("base64url")) {
    return fail(context, caller, { code: "errors.passkeyUnknown", account });
  }
  const use = await verify(context, caller, { credential, spent, account, check });
  return use === undefined ? fail(context, caller, { code: "errors.passkeyInvalid", account }) : { account, use };
}

interface Proof {
  credential: Assertion;
  spent: SpentChallenge;
  account: PasskeyAccount;
  check: typeof verifyAuthenticationResponse;
}

async function verify(
  { settings, log }: AppContext,
  caller: Caller,
  { credential, spent: { challenge, askedAt }, account, check }: Proof,
): Promise<SignedUse | undefined> {
  const { rpId, origin } = relyingParty(settings);
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await check({
      response: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library judges the counter before the signature, so strangers could mark a passkey. `acceptUse` judges it afterwards.
      credential: { id, publicKey: new Uint8Array(account.public_key), counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
    return verified ? { passkeyId: account.passkey_id, counter, isBackedUp, askedAt } : undefined;
  } catch (error) {
    // The library throws for each fault of the answer.
    log.info({ requestId: caller.requestId, reason: faultOf(error) }, "a passkey's answer was refused");
    return undefined;
  }
}

const failures = ({ addressBucket }: Caller): string => throttleKey("passkey-address", addressBucket);

async function fail(
  { database }: AppContext,
  caller: Caller,
  { code, account }: { code: ErrorCode; account?: PasskeyAccount },
): Promise<never> {
  await countFailure(database, failures(caller), addressPolicy);
  const details = { loginType: "PASSWORD", by: "passkey", reason: code };
  await recordEvent(database, caller, { event: "login_failed", ...(account && { targetId: account.id }), details });
  throw new Refusal(code);
}
