import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { permissionsIn } from "#/features/rights/permissions-in.ts";
import { listOrganizationsWithGame } from "./queries.ts";
import type { GameInOrganization } from "./queries.ts";

export interface GameChoice {
  game: { id: number } | { key: string };
  /** The organization the person chose; without it the only one that has the game. A session that is set to one stays in it. */
  organizationId: string | undefined;
}

export interface OpenableGame extends GameInOrganization {
  /** What the account holds in that organization, whatever the session is set to. */
  permissions: string[];
}

/**
 * The game as this account may open it in one organization: a member's own (an administrator's any), with the game's
 * required permissions held there and the way of logging in allowed by the game, unless by an administrator
 * (specification, sections 5 and 6). A game or organization that is not one's own answers as absent.
 */
export async function gameForAccount({ database }: AppContext, session: Session, choice: GameChoice): Promise<OpenableGame> {
  const isAdmin = session.permissions.includes("admin");
  const candidates = await listOrganizationsWithGame(database, choice.game, { id: session.accountId, isAdmin });
  if (!isAdmin && isElsewhere(session, choice)) throw new Refusal("errors.gameNotAvailable");
  const game = chooseOrganization(candidates, choice.organizationId ?? session.organizationId);
  const permissions = await permissionsIn(database, session.accountId, game.organization_id);
  if (!permissions.includes("login")) throw new Refusal("errors.noLoginPermissions");
  if (!isAdmin && !game.login_types.includes(session.loginType)) throw new Refusal("errors.gameLoginTypeNotAllowed");
  if (!game.required_permissions.every((needed) => permissions.includes(needed))) {
    throw new Refusal("errors.gamePermissionMissing");
  }
  return { ...game, permissions };
}

/** A badge of one school must not open another school's games: voiding it ends only what it opened in its own (DESIGN A28). */
function isElsewhere({ organizationId: own }: Session, { organizationId: wanted }: GameChoice): boolean {
  return own !== undefined && wanted !== undefined && own !== wanted;
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
