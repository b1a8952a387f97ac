import type { finishGameLogin as endpoint } from "@storyport/contract/game-login";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endSession } from "#/features/sessions/end-session.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { checkGameLogin } from "./check-game-login.ts";
import type { GameLogin } from "./check-game-login.ts";
import { consentedRequest } from "./give-consent.ts";
import { issueGameCode, withResponse } from "./issue-game-code.ts";
import { takeConsent } from "./queries.ts";

/**
 * Hands the account over to a game. Checks the request again, and refuses it like `checkGameLogin`. Takes this session's consent to
 * exactly this request (errors.consentNeeded, DESIGN A6). Then issues a one-time code and the deep link that carries it. A badge's
 * session ends in the same transaction, so that the next child at the tablet cannot use it. Refuses a session that has ended meanwhile
 * with errors.notLoggedIn.
 */
export async function finishGameLogin(
  context: AppContext,
  caller: LoggedInCaller,
  { login, consent }: { login: GameLogin; consent: string | undefined },
): Promise<ResponseOf<typeof endpoint>> {
  const { session } = caller;
  const { game, kind, scope } = await checkGameLogin(context, caller, login);
  const { code, handover } = await context.database.transaction().execute(async (transaction) => {
    const isBadge = session.loginType === "QRCODE";
    // The account first, as in `holdSession`. If hand-overs of a badge session race, the hand-over that ends the session gets the code.
    if (isBadge) await holdAccount(transaction, session.accountId, "share");
    const ended = isBadge ? await endSession(transaction, session.digest) : undefined;
    const isAlive = isBadge ? ended !== undefined : await holdSession(transaction, session);
    if (!isAlive) throw new Refusal("errors.notLoggedIn");
    const given = { digest: digestOf(consent ?? ""), session_digest: session.digest, request_digest: consentedRequest(login) };
    if (!(await takeConsent(transaction, given))) throw new Refusal("errors.consentNeeded");
    const details = { gameId: game.game_id, scope, loginType: session.loginType };
    await recordEvent(transaction, caller, {
      event: "game_code_issued",
      actorId: session.accountId,
      targetId: session.accountId,
      organizationId: game.organization_id,
      details,
    });
    return issueGameCode(transaction, {
      session,
      lesson: ended,
      client_id: String(game.game_id),
      game_id: game.game_id,
      organization_id: game.organization_id,
      scope,
      callback_url: login.deeplink,
      client_code: login.clientCode,
      ...(game.is_openid_client && { openid: { scope: login.openidScope, nonce: login.nonce } }),
    });
  });
  context.meter.count("gameCodesIssued");
  const response = { code, state: login.state, iss: context.settings.publicUrl };
  return { deeplinkUrl: withResponse(login.deeplink, response), kind, handover };
}
