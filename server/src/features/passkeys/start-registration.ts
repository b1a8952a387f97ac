import { randomBytes } from "node:crypto";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import type { startPasskeyRegistration as endpoint } from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import { rolesOf } from "#/features/rights/roles-of.ts";
import { isOnlyStudent } from "#/features/rights/students.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeAttempt } from "#/platform/throttle.ts";
import { askedChallenges, askingPolicy, challengeSeconds, newChallenge } from "./challenges.ts";
import { nameCredential } from "./describe-passkey.ts";
import { findPasskeys, keepUserHandle } from "./queries.ts";
import type { PasskeyRow } from "./queries.ts";
import { relyingParty } from "./relying-party.ts";

/** The COSE numbers of Ed25519, ES256 and RS256. Every authenticator has at least one of them. */
export const algorithms = [-8, -7, -257];

/**
 * Begins to add a passkey (WebAuthn Level 3, section 7.1). The device must verify its user and keep the key under our host, so that
 * a login needs no name. Unfinished attempts count against the account (errors.tooManyAttempts). Refuses like `requireMayAdd`.
 */
export async function startRegistration(
  { database, settings }: AppContext,
  { session }: LoggedInCaller,
): Promise<ResponseOf<typeof endpoint>> {
  const own = await requireMayAdd(database, session);
  await takeAttempt(database, askedChallenges(session), askingPolicy);
  // Random, so that it tells a device nothing about the account.
  const userHandle = await keepUserHandle(database, session.accountId, randomBytes(32));
  const challenge = await newChallenge(database, { kind: "REGISTER", asker: session.digest });
  const name = session.email ?? session.displayName ?? settings.brand.productName;
  return {
    challenge,
    rp: { id: relyingParty(settings).rpId, name: settings.brand.productName },
    user: { id: userHandle.toString("base64url"), name, displayName: session.displayName ?? name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: challengeSeconds * 1000,
    attestation: "none",
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: own.map(nameCredential),
  };
}

/**
 * Returns the account's passkeys. Refuses children, whose badge is the school's (errors.notAllowed). Refuses an old login
 * (errors.loginTooOld), and an account with as many passkeys as it can have (errors.tooManyPasskeys). A half session may add only the first
 * passkey. A session that must prove a passkey may add only the first that works. Otherwise refuses both with errors.passkeyNeeded,
 * because the thief of a password could add a passkey.
 */
export async function requireMayAdd(database: Database, session: Session): Promise<PasskeyRow[]> {
  if (isOnlyStudent(await rolesOf(database, session.accountId))) throw new Refusal("errors.notAllowed");
  await requireRecentLogin(database, session);
  const own = await findPasskeys(database, session.accountId);
  if (mustUseOwn(session, own)) throw new Refusal("errors.passkeyNeeded");
  if (own.length >= limits.passkeys.most) throw new Refusal("errors.tooManyPasskeys");
  return own;
}

/** Asks the passkeys and not `passkeyDue.hasPasskey`, because another session may have added the first passkey since the call began. */
function mustUseOwn({ stage, passkeyDue }: Session, own: readonly PasskeyRow[]): boolean {
  if (stage !== "FULL") return own.length > 0;
  return passkeyDue !== undefined && own.some(({ copied_at: copiedAt }) => copiedAt === null);
}
