import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endFormerBadgeSession } from "#/features/sessions/end-badge-sessions.ts";
import { isSomeoneElses } from "#/features/sessions/is-someone-elses.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { addressPolicy, takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { findBadge, useBadge } from "./queries.ts";
import { startBadgeSession } from "./start-badge-session.ts";
import type { LoggedInStudent } from "./start-badge-session.ts";

/** A child tries a dead badge a few times; a program that keeps one must not fill the history. */
const deadBadge: ThrottlePolicy = { free: 20, firstWaitSeconds: 10, longestWaitSeconds: 600, stopAt: 1000, windowSeconds: 600 };

export interface BadgeProof {
  code: string;
  formerSessionSecret: string | undefined;
  /** The person was asked, and wants to take the place of whoever is logged in here. */
  mayReplace: boolean;
}

/**
 * Logs a student in with the code of a badge. Everything is looked at anew each time: the badge is neither void nor expired, its
 * account active and a student and nothing else, its group not archived. Any failure has the one answer of the specification,
 * section 8, and ends the session that another child left open in this browser. Unknown codes are slowed down by address, a dead
 * badge by itself; one that is valid never is. Somebody else's session in this browser only ends where that was asked
 * (errors.otherSessionOpen, DESIGN A28): a link must not put a child in an administrator's place.
 */
export async function logInWithBadge(context: AppContext, caller: Caller, proof: BadgeProof): Promise<LoggedInStudent> {
  const { database } = context;
  const digest = digestOf(proof.code);
  const loggedIn = await database.transaction().execute(async (transaction) => {
    const login = await useBadge(transaction, digest);
    if (login === undefined) return undefined;
    if (!proof.mayReplace && (await isSomeoneElses(transaction, proof.formerSessionSecret, login.account_id))) {
      throw new Refusal("errors.otherSessionOpen");
    }
    return startBadgeSession(transaction, caller, { login, by: "badge", formerSecret: proof.formerSessionSecret });
  });
  if (loggedIn !== undefined) return loggedIn;
  await refuseBadge(context, caller, { digest, formerSessionSecret: proof.formerSessionSecret });
  throw new Refusal("errors.qrLoginUrlInValid");
}

interface RefusedBadge {
  digest: Buffer;
  formerSessionSecret: string | undefined;
}

/** Whatever the badge is: the next child must not find the one before. Only then it is counted, which may refuse. */
async function refuseBadge({ database }: AppContext, caller: Caller, { digest, formerSessionSecret }: RefusedBadge): Promise<void> {
  if (formerSessionSecret !== undefined) await endFormerBadgeSession(database, sessionDigest(formerSessionSecret));
  const badge = await findBadge(database, digest);
  if (badge === undefined) await takeAttempt(database, throttleKey("badge-address", caller.addressBucket), addressPolicy);
  else await takeAttempt(database, throttleKey("dead-badge", digest.toString("base64url")), deadBadge);
  await recordEvent(database, caller, {
    event: badge === undefined ? "login_failed" : "login_refused",
    ...(badge === undefined ? {} : { targetId: badge.account_id }),
    details: { loginType: "QRCODE", reason: reasonOf(badge) },
  });
}

function reasonOf(badge: Awaited<ReturnType<typeof findBadge>>): string {
  if (badge === undefined) return "unknown badge";
  if (badge.is_void) return "void badge";
  return badge.is_expired ? "expired badge" : "account or group";
}
