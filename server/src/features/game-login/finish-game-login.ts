import type { finishGameLogin as endpoint } from "@storyport/contract/game-login";
import { codeChallenge } from "@storyport/contract/tokens";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { gameForAccount } from "#/features/games/game-for-account.ts";
import { endSession } from "#/features/sessions/end-session.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { issueGameCode, withResponse } from "./issue-game-code.ts";
import { isRegisteredCallback } from "./match-callback.ts";

export type GameLogin = z.output<typeof endpoint.query>;

/**
 * Hands the account over to a game: checks again that it may open the game in this organization, that the callback is
 * registered and the clientCode a PKCE challenge, then issues a one-time code and the deep link that carries it.
 * A badge's session ends in the same transaction: the next child at the tablet never becomes this one (DESIGN A6).
 */
export async function finishGameLogin(
  context: AppContext,
  caller: LoggedInCaller,
  login: GameLogin,
): Promise<{ deeplinkUrl: string; handover: string }> {
  const { session } = caller;
  const game = await gameForAccount(context, session, { game: { id: login.gameId }, organizationId: login.orgId });
  if (!isRegisteredCallback(login.deeplink, game.callbacks)) throw new Refusal("errors.callbackUrlNotRegistered");
  if (!game.legacy_client_code && !codeChallenge.safeParse(login.clientCode).success) {
    throw new Refusal("errors.clientCodeInvalid");
  }
  const scope: TokenScope = session.loginType === "QRCODE" ? "PLAYER" : (login.scope ?? "PLAYERGROUP");
  const { code, handover } = await context.database.transaction().execute(async (transaction) => {
    // Of several hand-overs of one badge session at once, the one that ends it gets the code.
    const isBadge = session.loginType === "QRCODE";
    const isAlive = isBadge ? (await endSession(transaction, session.digest)) !== undefined : await holdSession(transaction, session);
    if (!isAlive) throw new Refusal("errors.notLoggedIn");
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
      client_id: String(game.game_id),
      game_id: game.game_id,
      organization_id: game.organization_id,
      scope,
      callback_url: login.deeplink,
      client_code: login.clientCode,
    });
  });
  const response = { code, state: login.state, iss: context.settings.publicUrl };
  return { deeplinkUrl: withResponse(login.deeplink, response), handover };
}
