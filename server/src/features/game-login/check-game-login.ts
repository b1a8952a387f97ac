import type { ErrorCode } from "@storyport/contract/error-codes";
import type { consentToGameLogin } from "@storyport/contract/game-login";
import { codeChallenge } from "@storyport/contract/tokens";
import type { CallbackKind, TokenScope } from "@storyport/contract/vocabulary";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { gameForAccount } from "#/features/games/game-for-account.ts";
import { callbackToNote } from "#/features/games/callback-to-note.ts";
import type { GameInOrganization } from "#/features/games/game-for-account.ts";
import { scopeOfRequest } from "#/features/tokens/rights.ts";
import { recordEventOnce } from "#/features/audit/record-event.ts";
import type { AuditEvent } from "#/features/audit/record-event.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { matchCallback } from "./match-callback.ts";

export type GameLogin = Omit<z.output<typeof consentToGameLogin.body>, "isConfirmed">;

export interface AnswerableLogin {
  game: GameInOrganization;
  kind: CallbackKind;
  scope: TokenScope;
}

/**
 * Checks whether a game's request can be answered. A game that the account cannot open in this organization is refused like
 * `gameForAccount`. A request that does not fit the game is refused like `answerable`. Records a refusal, so that the login check and the
 * people who build the game learn why a hand-over failed.
 */
export async function checkGameLogin(context: AppContext, caller: LoggedInCaller, login: GameLogin): Promise<AnswerableLogin> {
  const { session } = caller;
  let game: GameInOrganization | undefined;
  try {
    game = await gameForAccount(context, session, { game: { id: login.gameId }, organizationId: login.orgId });
    return answerable(game, session, login);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { database } = context;
    await recordEventOnce(database, caller, {
      event: "game_login_refused",
      actorId: session.accountId,
      targetId: session.accountId,
      // Not the organization of the request, which may be a stranger's.
      organizationId: session.organizationId,
      details: { gameId: login.gameId, loginType: session.loginType, reason: error.code, ...faultOf(login, error.code, game) },
    });
    throw error;
  }
}

/** Returns the part of the request that was refused, as far as the history may keep it. */
function faultOf({ deeplink, scope, orgId }: GameLogin, code: ErrorCode, game: GameInOrganization | undefined): AuditEvent["details"] {
  if (code === "errors.callbackUrlNotRegistered") return { callback: callbackToNote(deeplink, game?.callbacks ?? []) };
  if (code === "errors.gameScopeTooWide") return { scope };
  return code === "errors.gameNotAvailable" ? { isOrganizationGiven: orgId !== undefined } : {};
}

/**
 * Returns how the request is answered. The callback must be registered (errors.callbackUrlNotRegistered). The clientCode must be a PKCE
 * challenge, except for legacy games (errors.clientCodeInvalid). The scope must not exceed the game's (errors.gameScopeTooWide); without
 * a scope the game's applies. A login by badge gets the scope PLAYER, because a child plays only its own player.
 */
function answerable(game: GameInOrganization, session: Session, login: GameLogin): AnswerableLogin {
  const kind = matchCallback(login.deeplink, game.callbacks);
  if (kind === undefined) throw new Refusal("errors.callbackUrlNotRegistered");
  if (!game.legacy_client_code && !codeChallenge.safeParse(login.clientCode).success) {
    throw new Refusal("errors.clientCodeInvalid");
  }
  const scope = scopeOfRequest(login.scope, game.max_scope);
  if (scope === undefined) throw new Refusal("errors.gameScopeTooWide");
  return { game, kind, scope: session.loginType === "QRCODE" ? "PLAYER" : scope };
}
