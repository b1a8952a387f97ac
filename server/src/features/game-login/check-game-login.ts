import type { consentToGameLogin } from "@storyport/contract/game-login";
import { codeChallenge } from "@storyport/contract/tokens";
import type { CallbackKind, TokenScope } from "@storyport/contract/vocabulary";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { gameForAccount } from "#/features/games/game-for-account.ts";
import type { GameInOrganization } from "#/features/games/game-for-account.ts";
import { isWider } from "#/features/tokens/rights.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { matchCallback } from "./match-callback.ts";

export type GameLogin = Omit<z.output<typeof consentToGameLogin.body>, "isConfirmed">;

export interface AnswerableLogin {
  game: GameInOrganization;
  kind: CallbackKind;
  scope: TokenScope;
}

/**
 * Checks whether a game's request can be answered. The account must be able to open the game in this organization, and the
 * callback must be registered. The clientCode must be a PKCE challenge, except for legacy games. The scope must not exceed the game's
 * (errors.gameScopeTooWide); without a scope the default applies, limited to the game's. A child can only play its own player.
 */
export async function checkGameLogin(context: AppContext, session: Session, login: GameLogin): Promise<AnswerableLogin> {
  const game = await gameForAccount(context, session, { game: { id: login.gameId }, organizationId: login.orgId });
  const kind = matchCallback(login.deeplink, game.callbacks);
  if (kind === undefined) throw new Refusal("errors.callbackUrlNotRegistered");
  if (!game.legacy_client_code && !codeChallenge.safeParse(login.clientCode).success) {
    throw new Refusal("errors.clientCodeInvalid");
  }
  if (login.scope !== undefined && isWider(login.scope, game.max_scope)) throw new Refusal("errors.gameScopeTooWide");
  const usual = isWider("PLAYERGROUP", game.max_scope) ? game.max_scope : "PLAYERGROUP";
  return { game, kind, scope: session.loginType === "QRCODE" ? "PLAYER" : (login.scope ?? usual) };
}
