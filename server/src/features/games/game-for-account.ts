import type { AppContext } from "#/context.ts";
import { refusalToOpen } from "#/features/rights/may-open.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listOrganizationsWithGame } from "./queries.ts";
import type { GameInOrganization } from "./queries.ts";

export type { GameInOrganization } from "./queries.ts";

export interface GameChoice {
  game: { id: number } | { key: string };
  /**
   * The chosen organization. If undefined, the session's organization, or else the account's only organization that has the game. A session
   * bound to an organization stays in it, except an administrator's.
   */
  organizationId: string | undefined;
}

/**
 * Finds the game in one organization of this account; administrators may use any. The account must hold the game's required
 * permissions there. The game must allow the login type, except for administrators (specification, sections 5 and 6). Refuses
 * otherwise like `refusalToOpen`. Refuses another organization, and an unknown or retired game, with errors.gameNotAvailable, as if it
 * did not exist. Refuses several possible organizations without a choice with errors.organizationNotChosen.
 */
export async function gameForAccount({ database }: AppContext, session: Session, choice: GameChoice): Promise<GameInOrganization> {
  const { accountId, loginType } = session;
  const isAdmin = isAdministrator(session);
  if (!isAdmin && isElsewhere(session, choice)) throw new Refusal("errors.gameNotAvailable");
  const wanted = { game: choice.game, organizationId: choice.organizationId ?? session.organizationId };
  const game = theOnlyOne(await listOrganizationsWithGame(database, wanted, { id: accountId, isAdmin }));
  const { organization_id: organizationId, game_id: gameId } = game;
  const refusal = await refusalToOpen(database, { accountId, organizationId, gameId, clientId: String(gameId), loginType });
  if (refusal !== undefined) throw new Refusal(refusal);
  return game;
}

/** A session bound to a school opens no game of another school, because voiding a badge ends only its own school's tokens (DESIGN A28). */
function isElsewhere({ organizationId: own }: Session, { organizationId: wanted }: GameChoice): boolean {
  return own !== undefined && wanted !== undefined && own !== wanted;
}

/** An administrator's candidates may be of any organization. A membership shows which organization is meant. */
function theOnlyOne(candidates: GameInOrganization[]): GameInOrganization {
  const own = candidates.filter((candidate) => candidate.is_member);
  const [only, ...others] = own.length > 0 ? own : candidates;
  if (only === undefined) throw new Refusal("errors.gameNotAvailable");
  if (others.length > 0) throw new Refusal("errors.organizationNotChosen");
  return only;
}
