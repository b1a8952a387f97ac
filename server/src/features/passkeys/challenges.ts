/** A challenge is random, answered once, within five minutes, and only by the browser or the session that asked for it. */
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { insertChallenge, takeChallenge } from "./queries.ts";
import type { ChallengeKind } from "./queries.ts";

export const challengeSeconds = 300;

/** Each challenge of a logged-in user is a row for five minutes. A finished attempt is given back, so honest users do not wait. */
export const askingPolicy: ThrottlePolicy = { free: 99, firstWaitSeconds: 10, longestWaitSeconds: 600, stopAt: 1000, windowSeconds: 600 };

/** The throttle's key for the challenges that an account asked for. */
export function askedChallenges({ accountId }: Pick<Session, "accountId">): string {
  return throttleKey("passkey-challenges", accountId);
}

export interface Asking {
  kind: ChallengeKind;
  /** The digest of the session that adds a passkey or confirms its login, or of the cookie of the browser that logs in. */
  asker: Buffer;
}

/** Makes a challenge, and stores its digest. */
export async function newChallenge(database: Database, asking: Asking): Promise<string> {
  const challenge = newSecret();
  await insertChallenge(database, { ...asking, digest: digestOf(challenge), seconds: challengeSeconds });
  return challenge;
}

export interface SpentChallenge {
  challenge: string;
  askedAt: Date;
}

/** Uses up the challenge that the browser signed. Returns undefined if it is unknown, used, too old or another's. */
export async function spendChallenge(database: Database, clientDataJSON: string, asking: Asking): Promise<SpentChallenge | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const askedAt = await takeChallenge(database, { ...asking, digest: digestOf(challenge) });
  return askedAt && { challenge, askedAt };
}

/** Reads the challenge without trust. The library then checks the whole. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : undefined;
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
