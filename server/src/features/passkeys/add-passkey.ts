import type { VerifiedRegistrationResponse } from "@simplewebauthn/server";
import type { AttestationObject } from "@simplewebauthn/server/helpers";
import type { Passkey, Registration } from "@storyport/contract/passkeys";
import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { finishHalfLogin } from "#/features/second-factor/finish-login.ts";
import { holdOwnAccount } from "#/features/second-factor/prove-second-factor.ts";
import { notePasskey } from "#/features/sessions/note-passkey.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { returnAttempt } from "#/platform/throttle.ts";
import { askedChallenges, spendChallenge } from "./challenges.ts";
import { describePasskey } from "./describe-passkey.ts";
import { faultOf } from "./fault-of.ts";
import { passkeyAddedLetter } from "./letters.ts";
import { insertPasskey } from "./queries.ts";
import { relyingParty } from "./relying-party.ts";
import { algorithms, requireMayAdd } from "./start-registration.ts";

export interface AddedPasskey {
  passkey: Passkey;
  /** Set if the session could only add a passkey and this call logged in. */
  login?: { user: SessionUser; sessionSecret: string };
}

type Registered = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

/**
 * Adds a passkey to the caller's account and e-mails the owner. Its login types stay, so a school that logs in at a provider
 * alone gets no passwords. Refuses a challenge that was used, is too old or another session's (errors.passkeyStale). Refuses another
 * origin, another host, a device that did not verify its user, and a statement with certificates (errors.passkeyInvalid). Refuses a
 * credential that an account has already (errors.passkeyTaken), and like `requireMayAdd`. Refuses like `holdOwnAccount` a session that has
 * ended meanwhile. A half session becomes a full session with a new secret.
 */
export async function addPasskey(
  context: AppContext,
  caller: LoggedInCaller,
  { name, credential }: { name: string; credential: Registration },
): Promise<AddedPasskey> {
  const { database } = context;
  const { accountId, digest } = caller.session;
  await requireMayAdd(database, caller.session);
  const library = await importLibrary();
  const spent = await spendChallenge(database, credential.response.clientDataJSON, { kind: "REGISTER", asker: digest });
  if (spent === undefined) throw new Refusal("errors.passkeyStale");
  const registered = await verify(context, caller, { credential, challenge: spent.challenge, library });
  const done = await database.transaction().execute(async (transaction): Promise<AddedPasskey> => {
    await holdOwnAccount(transaction, caller);
    await requireMayAdd(transaction, caller.session);
    const added = await insertPasskey(transaction, {
      accountId,
      credentialId: Buffer.from(registered.credential.id, "base64url"),
      publicKey: Buffer.from(registered.credential.publicKey),
      counter: registered.credential.counter,
      transports: credential.response.transports ?? [],
      aaguid: registered.aaguid,
      name,
      isBackedUp: registered.credentialBackedUp,
    });
    if (added === undefined) throw new Refusal("errors.passkeyTaken");
    await writeToOwner(context, transaction, { accountId, name: "passkeyAdded", write: passkeyAddedLetter });
    await recordEvent(transaction, caller, { event: "passkey_added", actorId: accountId, targetId: accountId });
    if (caller.session.stage === "FULL") {
      await notePasskey(transaction, caller.session);
      return { passkey: describePasskey(added) };
    }
    const sessionSecret = await finishHalfLogin(transaction, caller, { by: "passkey" });
    return { passkey: describePasskey(added), login: { user: describeSession(caller.session), sessionSecret } };
  });
  // A finished registration does not count. A wait that another attempt began goes on.
  await returnAttempt(database, [askedChallenges(caller.session)], "stays");
  return done;
}

type Library = Awaited<ReturnType<typeof importLibrary>>;

/** Imported only when used: the library costs start time and memory. A failed import must neither use up a challenge nor refuse a passkey. */
async function importLibrary() {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { verifyRegistrationResponse, decodeAttestationObject };
}

async function verify(
  { settings, log }: AppContext,
  caller: LoggedInCaller,
  { credential, challenge, library }: { credential: Registration; challenge: string; library: Library },
): Promise<Registered> {
  const { rpId, origin } = relyingParty(settings);
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, attestationObject } = response;
  try {
    requirePlainStatement(library.decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url"))));
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo !== undefined) return registrationInfo;
  } catch (error) {
    // The library throws for each fault of the answer.
    log.info({ requestId: caller.requestId, reason: faultOf(error) }, "a new passkey was refused");
  }
  throw new Refusal("errors.passkeyInvalid");
}

/**
 * We ask for no statement about the device. The library would check any statement, and fetch the addresses inside its certificates. So a
 * caller could make the portal call hosts of our network. Throws unless the statement is empty or signed by the passkey itself.
 */
function requirePlainStatement(decoded: AttestationObject): void {
  const format = decoded.get("fmt");
  if (format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined)) return;
  throw new Error("A statement with certificates");
}
