import type { Database } from "#/platform/database/connect.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";

/** So many addresses a day that nobody here knows; only an administrator writes to more. */
const policy = { free: 2000, firstWaitSeconds: 86_400, longestWaitSeconds: 86_400, stopAt: 2001, windowSeconds: 86_400 };

/**
 * Counts an e-mail address that who runs a school names: to invite it, to create an account for it, to give it to an account. Each is a
 * letter to somebody, and an answer that tells whether the portal knows the address (docs/decisions/0021 and 0022). Refuses with
 * errors.tooManyAttempts beyond two thousand a day.
 */
export async function countAddress(database: Database, session: Session): Promise<void> {
  if (isAdministrator(session)) return;
  await takeAttempt(database, throttleKey("invitations", session.accountId), policy);
}
