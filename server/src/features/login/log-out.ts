import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endSession } from "#/features/sessions/end-session.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";

/** Ends the session in the database, so that a copied cookie is dead too. Without one it succeeds all the same. */
export async function logOut(
  { database }: AppContext,
  caller: Caller,
  sessionSecret: string | undefined,
): Promise<{ logoutRedirect?: string }> {
  if (sessionSecret === undefined) return {};
  await database.transaction().execute(async (transaction) => {
    const ended = await endSession(transaction, sessionDigest(sessionSecret));
    if (ended === undefined) return;
    const { accountId, loginType } = ended;
    await recordEvent(transaction, caller, { event: "logged_out", actorId: accountId, targetId: accountId, details: { loginType } });
  });
  return {};
}
