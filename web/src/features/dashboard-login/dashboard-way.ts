/** Decides where /dashboard-redirect leads (specification, section 2). Pure functions. */
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { ManifestOrganization } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { chooseGame } from "#/features/games/game-choice.ts";
import { mayOpenDashboard } from "#/features/games/launch.ts";
import type { CurrentChoice } from "#/features/login-state/current-choice.ts";

export interface DashboardSituation {
  user: Pick<SessionUser, "loginType" | "permissions">;
  organizations: readonly ManifestOrganization[];
  state: LoginState;
  choice: CurrentChoice;
}

export type DashboardWay =
  /** Without the permissions, a game or a login state. */
  | { to: "noAccess" }
  /** To choose an organization; `gameKey` preselects the requested game there. */
  | { to: "login"; gameKey: string }
  | { to: "dashboard"; address: string; organization: string };

/** The request wins over this tab's last choice. A single organization or game counts as chosen. */
export function dashboardWay({ user, organizations, state, choice }: DashboardSituation): DashboardWay {
  const { organization, game } = chooseGame({
    organizations,
    user,
    organizationId: state.orgId ?? choice.organizationId,
    gameId: state.gameId ?? choice.game?.gameId,
  });
  // The specification also demands a login state (2.67): a choice in this tab is not enough.
  if (!mayOpenDashboard(user) || game === undefined || Object.keys(state).length === 0) return { to: "noAccess" };
  if (organization === undefined) return { to: "login", gameKey: game.gameKey };
  const query = { gameId: game.gameKey, orgId: organization.id, state: state.state };
  return { to: "dashboard", address: endpointUrl(openDashboard, { query }), organization: organization.description || organization.key };
}

/** The dashboard's own no-access page, in the reader's language. */
export function noAccessAddress(dashboardUrl: string, language: string): string {
  return `${dashboardUrl.replace(/\/+$/, "")}/${language}/no-access?ref=portal`;
}
