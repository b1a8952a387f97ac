import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import { completeSession } from "#/features/sessions/complete-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

/**
 * Turns the half session into a full one with a new secret, against session fixation. The former secret becomes invalid. If
 * several calls race, one succeeds; the others find the session ended (errors.notLoggedIn). With the stage PASSKEY another step follows.
 * The caller of this function has checked the proof and locked the account (`holdOwnAccount`).
 */
export async function finishHalfLogin(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { by, stage = "FULL" }: { by: "app" | "backup code" | "enrolment" | "passkey"; stage?: "FULL" | "PASSKEY" },
): Promise<string> {
  const { session } = caller;
  const { accountId, organizationId, loginType } = session;
  const sessionSecret = await completeSession(transaction, session, { stage, byPasskey: by === "passkey" });
  if (sessionSecret === undefined) throw new Refusal("errors.notLoggedIn");
  await recordEvent(transaction, caller, {
    event: "second_factor_passed",
    actorId: accountId,
    targetId: accountId,
    organizationId,
    details: { loginType, by },
  });
  return sessionSecret;
}
