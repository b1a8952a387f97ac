/** Decides where /dashboard-redirect leads (specification, section 2). Pure functions. */
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { ManifestOrganization } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { chooseGame } from "#/features/games/game-choice.ts";
import { mayOpenDashboard, webAddress } from "#/features/games/launch.ts";
import { findGame, gamesOf, isAdmin } from "#/features/games/offered-games.ts";
import type { CurrentChoice } from "#/features/login-state/current-choice.ts";

export interface DashboardSituation {
  user: Pick<SessionUser, "loginType" | "permissions">;
  organizations: readonly ManifestOrganization[];
  state: LoginState;
  choice: CurrentChoice;
}

export type DashboardWay =
  /** Without the permissions, a game or a login state. `dashboardUrl`: the game's own dashboard; undefined if it has none. */
  | { to: "noAccess"; dashboardUrl: string | undefined }
  /** To choose an organization; `gameKey` preselects the requested game there. */
  | { to: "login"; gameKey: string }
  | { to: "dashboard"; address: string; organization: string };

/**
 * The request wins over this tab's last choice. A single organization or game counts as chosen, but never in place of what the request
 * names. Otherwise the dashboard would show another game's classes. The server refuses such a request too, unless an administrator makes it.
 */
export function dashboardWay({ user, organizations, state, choice }: DashboardSituation): DashboardWay {
  const requested = requestedOf({ organizations, user, state });
  const gameId = state.gameId ?? choice.game?.gameId;
  const organizationId = state.orgId ?? choice.organizationId;
  const { organization, game } = chooseGame({ organizations: requested, user, organizationId, gameId });
  // The specification also demands a login state (docs/coverage.md, 2.67): a choice in this tab is not enough.
  if (!mayOpenDashboard(user) || game === undefined || Object.keys(state).length === 0) {
    // The server too takes the dashboard of a game that does not accept the user's login type.
    return { to: "noAccess", dashboardUrl: webAddress((game ?? findGame(gamesOf(requested), gameId))?.dashboardUrl)?.href };
  }
  // An administrator's list may lack the organization that the request names. No other organization takes its place.
  const isMeant = organization !== undefined && (state.orgId ?? organization.id) === organization.id;
  if (!isMeant) return { to: "login", gameKey: game.gameKey };
  const query = { gameId: game.gameKey, orgId: organization.id, state: state.state };
  return { to: "dashboard", address: endpointUrl(openDashboard, { query }), organization: organization.description || organization.key };
}

/** Returns the organizations that the request may mean. If it names a game, they all have that game, and no other. */
function requestedOf({ organizations, user, state: { orgId, gameId } }: Omit<DashboardSituation, "choice">): ManifestOrganization[] {
  const named = organizations.filter(({ id }) => orgId === undefined || id === orgId);
  // On a large platform an administrator's list is cut off, so it may lack the organization.
  const meant = named.length === 0 && isAdmin(user) ? [...organizations] : named;
  if (gameId === undefined) return meant;
  return meant.flatMap((organization) => {
    const game = findGame(organization.games, gameId);
    return game === undefined ? [] : [{ ...organization, games: [game] }];
  });
}

/** The dashboard's own no-access page, in the reader's language. */
export function noAccessAddress(dashboardUrl: string, language: string): string {
  return `${dashboardUrl.replace(/\/+$/, "")}/${language}/no-access?ref=portal`;
}
