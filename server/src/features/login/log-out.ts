import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { findKeptLogin, logoutAddress } from "#/features/federated-login/end-at-provider.ts";
import { endSession } from "#/features/sessions/end-session.ts";
import { endGrantsOfSession } from "#/features/tokens/end-session-grants.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";

/**
 * Ends the session in the database, so that a copied cookie is dead too. Ends the logins at OpenID clients that it opened, because these
 * hear of the logout. The tokens of other games stay, so that a game goes on (DESIGN 8.12). Succeeds without a session. Returns the logout
 * page of a provider that has one, because a school's computer is shared.
 */
export async function logOut(context: AppContext, caller: Caller, sessionSecret: string | undefined): Promise<{ logoutRedirect?: string }> {
  if (sessionSecret === undefined) return {};
  const digest = sessionDigest(sessionSecret);
  const keptLogin = await context.database.transaction().execute(async (transaction) => {
    const kept = await findKeptLogin(transaction, digest);
    const ended = await endSession(transaction, digest);
    if (ended === undefined) return undefined;
    const { accountId, loginType } = ended;
    await endGrantsOfSession(transaction, digest);
    await recordEvent(transaction, caller, { event: "logged_out", actorId: accountId, targetId: accountId, details: { loginType } });
    return kept;
  });
  const logoutRedirect = keptLogin === undefined ? undefined : await logoutAddress(context, keptLogin);
  return logoutRedirect === undefined ? {} : { logoutRedirect };
}
