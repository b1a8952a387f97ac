/** A run as an issuer: its address, its keys, and the tokens that it makes. */
import { randomUUID } from "node:crypto";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { findGame } from "#/features/games/find-game.ts";
import { accessTokenSeconds } from "#/features/tokens/issue-access-token.ts";
import { isWider, kindsOf } from "#/features/tokens/rights.ts";
import type { GameSettings } from "@storyport/contract/games";
import { accessTokenHash, signAccessJwt, signJwt } from "#/platform/keys/access-jwt.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findRun } from "./queries.ts";
import type { LoginRow, RunRow } from "./queries.ts";
import { signingKey } from "./test-keys.ts";

export interface TestIssuer {
  run: RunRow;
  issuer: string;
  game: GameSettings;
  /** The only callback of a walk: a page of the portal itself. Other runs take the callbacks of the game. */
  walkCallback: string;
}

export function walkCallbackOf({ settings }: Pick<AppContext, "settings">): string {
  return `${settings.publicUrl}/bench`;
}

export function issuerOf({ settings }: Pick<AppContext, "settings">, runId: string): string {
  return `${settings.publicUrl}/conformance/${runId}`;
}

/** Returns a run that is not over. Refuses an unknown run with errors.notFound, and an ended run with errors.conformanceRunEnded. */
export async function openIssuer(context: AppContext, runId: string): Promise<TestIssuer> {
  const run = await findRun(context.database, runId);
  if (run === undefined) throw new Refusal("errors.notFound");
  if (run.is_over) throw new Refusal("errors.conformanceRunEnded");
  const game = await findGame(context, run.game_id);
  return { run, issuer: issuerOf(context, runId), game, walkCallback: walkCallbackOf(context) };
}

/** The scope that a login still has, after its game's widest scope was lowered. */
export function scopeNow({ game }: TestIssuer, scope: TokenScope): TokenScope {
  return isWider(scope, game.maxScope) ? game.maxScope : scope;
}

/** As at the portal. */
export const tokenSeconds = accessTokenSeconds;
/** Clocks of servers differ by less, and a game must bear that (the scene SKEWED). */
const skewInSeconds = 20;

/**
 * An access token of the login's scene. It always leaves out the players, so that the game has to ask for them. The ids of the login and the
 * run stand for a person and an organization.
 */
export function testToken({ run, issuer, game }: TestIssuer, login: LoginRow, scope: TokenScope): string {
  const now = Math.floor(Date.now() / 1000) + (login.scene === "SKEWED" ? skewInSeconds : 0);
  // An expired token ended so long ago that no difference of clocks explains why a game takes it.
  const from = login.scene === "EXPIRED" ? now - 2 * tokenSeconds : now;
  const published = run.is_rotated ? "second" : "first";
  return signAccessJwt(
    {
      iss: issuer,
      sub: login.id,
      aud: game.gameKey,
      client_id: String(game.gameId),
      iat: from,
      exp: from + tokenSeconds,
      jti: randomUUID(),
      sid: login.id,
      scope,
      orgId: run.id,
      gameIds: [game.gameId],
      playerIds: [],
      playerRights: {},
      playerGroupIds: [],
      playerGroupRights: {},
      userGroupIds: [],
      userGroupRights: {},
      roles: [],
      permissions: ["login"],
      rightsOmitted: login.scene === "OVERSIZED" ? kindsOf(scope) : ["players"],
    },
    signingKey(run.keys, published, login.scene === "FORGED" ? "foreign" : published),
  );
}

/** Returns the ID token of a game that is an OpenID client and asked for "openid", else undefined. It names the login, and no person. */
export function testIdToken({ run, issuer, game }: TestIssuer, login: LoginRow, accessToken: string): string | undefined {
  if (login.openid_scope === null) return undefined;
  const now = Math.floor(Date.now() / 1000);
  return signJwt(
    "JWT",
    {
      iss: issuer,
      sub: login.id,
      aud: String(game.gameId),
      iat: now,
      exp: now + tokenSeconds,
      auth_time: now,
      sid: login.id,
      at_hash: accessTokenHash(accessToken),
      ...(login.nonce !== null && { nonce: login.nonce }),
    },
    signingKey(run.keys, run.is_rotated ? "second" : "first"),
  );
}
