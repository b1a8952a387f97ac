import { readLogoutToken } from "#/logout-token.ts";
import type { Game } from "./attempts.ts";
import { editions } from "./editions.ts";

/**
 * Drops the tokens of the login that a logout token names, unless the game has already given them back. Throws for a token that the portal did
 * not sign for an edition of this game.
 */
export async function endLogin(game: Game, logoutToken: string): Promise<void> {
  const clientIds = editions.map(({ gameId }) => String(gameId));
  const { clientId, sid } = await readLogoutToken(game.portalUrl, clientIds, logoutToken);
  for (const attempt of game.attempts.values()) {
    const { outcome, edition } = attempt;
    if (outcome.status !== "arrived" || outcome.isGivenBack || String(edition.gameId) !== clientId) continue;
    if (outcome.tokens.claims["sid"] === sid) attempt.outcome = { status: "logged-out", at: new Date().toISOString() };
  }
}
