import type { Database } from "#/platform/database/connect.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";

/** The number of e-mail addresses a day that a school's manager may name. Administrators have no limit. The last address begins the wait. */
const most = 2000;
const policy = { free: most - 1, firstWaitSeconds: 86_400, longestWaitSeconds: 86_400, stopAt: most, windowSeconds: 86_400 };

/**
 * Counts an e-mail address that a school's manager names, to invite, create or edit an account. Such a call may send a letter to a
 * stranger, or reveal whether the portal knows the address (docs/decisions/0021 and 0022). Refuses with errors.tooManyAttempts beyond
 * two thousand a day.
 */
export async function countAddress(database: Database, session: Session): Promise<void> {
  if (isAdministrator(session)) return;
  // The key has the name of the first call that was counted.
  await takeAttempt(database, throttleKey("invitations", session.accountId), policy);
}
