import { isLinkToken } from "@storyport/contract/text-rules";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endFormerBadgeSession } from "#/features/sessions/end-badge-sessions.ts";
import { isSomeoneElses } from "#/features/sessions/is-someone-elses.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { addressPolicy, takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { findBadge, noteRefusedBadge, useBadge } from "./queries.ts";
import { startBadgeSession } from "./start-badge-session.ts";
import type { LoggedInStudent } from "./start-badge-session.ts";

/** A child retries a dead badge a few times. A program that retries must not fill the history. */
const deadBadge: ThrottlePolicy = { free: 20, firstWaitSeconds: 10, longestWaitSeconds: 600, stopAt: 1000, windowSeconds: 600 };

export interface BadgeProof {
  /** Absent from a call that names no badge. */
  code: string | undefined;
  formerSessionSecret: string | undefined;
  /** The user confirmed that this login may replace the browser's present session. */
  mayReplace: boolean;
  userAgent: string | undefined;
}

/**
 * Logs a student in with the code of a badge. Checks each time that the badge is live and its group not archived. The account must be an
 * active student, nothing else, and have the badge login type. Every badge that fails has the same answer, as in the specification, section 8
 * (errors.qrLoginUrlInValid), and ends a child's session in this browser. A call without a code ends none. Unknown codes are slowed down by
 * address, a dead badge by itself, and a valid badge never (errors.tooManyAttempts). A valid badge ends another user's session only after
 * confirmation (errors.otherSessionOpen, DESIGN A28). Otherwise a link could replace an administrator's session with a child's.
 */
export async function logInWithBadge(context: AppContext, caller: Caller, proof: BadgeProof): Promise<LoggedInStudent> {
  const { database } = context;
  // No child has held up a badge, so no next child is at the tablet.
  if (proof.code === undefined) throw new Refusal("errors.qrLoginUrlInValid");
  if (!isLinkToken(proof.code)) {
    // A damaged link is no guess, so it is not counted.
    await endFormerChild(database, proof.formerSessionSecret);
    throw new Refusal("errors.qrLoginUrlInValid");
  }
  const digest = digestOf(proof.code);
  const loggedIn = await database.transaction().execute(async (transaction) => {
    const login = await useBadge(transaction, digest);
    if (login === undefined) return undefined;
    if (!proof.mayReplace && (await isSomeoneElses(transaction, proof.formerSessionSecret, login.account_id))) {
      // The transaction then forgets the use of the badge too.
      throw new Refusal("errors.otherSessionOpen");
    }
    const { formerSessionSecret: formerSecret, userAgent } = proof;
    return startBadgeSession(transaction, caller, { login, by: "badge", formerSecret, userAgent });
  });
  if (loggedIn !== undefined) return loggedIn;
  await refuseBadge(context, caller, { digest, formerSessionSecret: proof.formerSessionSecret });
  throw new Refusal("errors.qrLoginUrlInValid");
}

interface RefusedBadge {
  digest: Buffer;
  formerSessionSecret: string | undefined;
}

/** Ends the former child's session first, because counting may refuse. The next child must not find it. */
async function refuseBadge({ database }: AppContext, caller: Caller, { digest, formerSessionSecret }: RefusedBadge): Promise<void> {
  await endFormerChild(database, formerSessionSecret);
  const badge = await findBadge(database, digest);
  if (badge === undefined) await takeAttempt(database, throttleKey("badge-address", caller.addressBucket), addressPolicy);
  else {
    await takeAttempt(database, throttleKey("dead-badge", digest.toString("base64url")), deadBadge);
    await noteRefusedBadge(database, digest);
  }
  await recordEvent(database, caller, {
    event: badge === undefined ? "login_failed" : "login_refused",
    // The event belongs to the badge's school, so another school of the child does not see it.
    ...(badge === undefined ? {} : { targetId: badge.account_id, organizationId: badge.organization_id ?? undefined }),
    details: { loginType: "QRCODE", reason: reasonOf(badge) },
  });
}

async function endFormerChild(database: Database, formerSessionSecret: string | undefined): Promise<void> {
  if (formerSessionSecret !== undefined) await endFormerBadgeSession(database, sessionDigest(formerSessionSecret));
}

/** The history shows each reason by a text of `reason-texts.ts`. */
function reasonOf(badge: Awaited<ReturnType<typeof findBadge>>): string {
  if (badge === undefined) return "unknown badge";
  if (badge.is_void) return "void badge";
  return badge.is_expired ? "expired badge" : "account or group";
}
