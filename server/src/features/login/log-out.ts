import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { findKeptLogin, logoutAddress } from "#/features/federated-login/end-at-provider.ts";
import { endSession } from "#/features/sessions/end-session.ts";
import { endGrantsOfSession } from "#/features/tokens/end-session-grants.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";

interface LoggedOut {
  logoutRedirect?: string | undefined;
  wasHalf: boolean;
}

/**
 * Ends the session in the database, so that a copied cookie is dead too. Ends the logins at OpenID clients that it opened, because these hear
 * of the logout. The tokens of other games stay, so that a game goes on (DESIGN 8.12). Succeeds without a session. Returns the provider's
 * logout page, if there is such a page, because a school's computer is shared. `wasHalf`: the session was a half login.
 */
export async function logOut(context: AppContext, caller: Caller, sessionSecret: string | undefined): Promise<LoggedOut> {
  if (sessionSecret === undefined) return { wasHalf: false };
  const digest = sessionDigest(sessionSecret);
  const { kept: keptLogin, wasHalf } = await context.database.transaction().execute(async (transaction) => {
    const kept = await findKeptLogin(transaction, digest);
    const ended = await endSession(transaction, digest);
    if (ended === undefined) return { kept: undefined, wasHalf: false };
    const { accountId, loginType, stage } = ended;
    await endGrantsOfSession(transaction, digest);
    await recordEvent(transaction, caller, { event: "logged_out", actorId: accountId, targetId: accountId, details: { loginType } });
    return { kept, wasHalf: stage !== "FULL" };
  });
  const logoutRedirect = keptLogin === undefined ? undefined : await logoutAddress(context, keptLogin);
  return { logoutRedirect, wasHalf };
}
