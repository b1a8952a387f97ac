import type { AppContext } from "#/context.ts";
import { refusalToOpen } from "#/features/rights/may-open.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listOrganizationsWithGame } from "./queries.ts";
import type { GameInOrganization } from "./queries.ts";

export interface GameChoice {
  game: { id: number } | { key: string };
  /** The organization the person chose; without it the session's, or the only one that has the game. */
  organizationId: string | undefined;
  /** Who is handed the account, where it is not the game itself. */
  clientId?: string;
}

/**
 * The game as this account may open it in one organization: a member's own (an administrator's any), with the game's
 * required permissions held there and the way of logging in allowed by the game, unless by an administrator
 * (specification, sections 5 and 6). A game or organization that is not one's own answers as absent.
 */
export async function gameForAccount({ database }: AppContext, session: Session, choice: GameChoice): Promise<GameInOrganization> {
  const { accountId, loginType } = session;
  const isAdmin = session.permissions.includes("admin");
  const candidates = await listOrganizationsWithGame(database, choice.game, { id: accountId, isAdmin });
  const game = chooseOrganization(candidates, choice.organizationId ?? session.organizationId);
  const { organization_id: organizationId, game_id: gameId } = game;
  const clientId = choice.clientId ?? String(gameId);
  const refusal = await refusalToOpen(database, { accountId, organizationId, gameId, clientId, loginType });
  if (refusal !== undefined) throw new Refusal(refusal);
  return game;
}

function chooseOrganization(candidates: GameInOrganization[], wanted: string | undefined): GameInOrganization {
  if (wanted !== undefined) {
    const chosen = candidates.find((candidate) => candidate.organization_id === wanted);
    if (chosen === undefined) throw new Refusal("errors.gameNotAvailable");
    return chosen;
  }
  const own = candidates.filter((candidate) => candidate.is_member);
  const [only, ...others] = own.length > 0 ? own : candidates;
  if (only === undefined) throw new Refusal("errors.gameNotAvailable");
  if (others.length > 0) throw new Refusal("errors.organizationNotChosen");
  return only;
}
