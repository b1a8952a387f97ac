/** When the dashboard and the game may be opened, and at which address (specification, section 5). Pure functions. */
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import type { LoginState } from "@storyport/contract/login-state";
import type { SessionUser } from "@storyport/contract/login";
import { parseUrl } from "#/shell/parse-url.ts";
import { findGame, isAdmin } from "./offered-games.ts";

interface Chosen {
  user: Pick<SessionUser, "permissions">;
  /** Undefined until the user has chosen. */
  organization: ManifestOrganization | undefined;
  game: ManifestGame | undefined;
}

export type DashboardLaunch = { href: string } | { missing: "permission" | "organization" | "game" | "choice" };

/** Needs login_dashboard and view_user_group, a game and an organization. Otherwise returns what is missing. */
export function dashboardLaunch({ user, organization, game }: Chosen): DashboardLaunch {
  if (!mayOpenDashboard(user)) return { missing: "permission" };
  if (organization === undefined) return { missing: game === undefined ? "choice" : "organization" };
  if (game === undefined) return { missing: "game" };
  return { href: `/dashboard-login?${new URLSearchParams({ gameId: game.gameKey, orgId: organization.id })}` };
}

export function mayOpenDashboard({ permissions }: Chosen["user"]): boolean {
  return ["login_dashboard", "view_user_group"].every((key) => permissions.includes(key));
}

export type GameLaunch = { href: string; game: ManifestGame } | { missing: "permission"; game: ManifestGame };

/**
 * Leads to the game if its request waits, else to the address where the game begins its own login. Returns undefined without a game. A game
 * that does not wait also needs a start address and a callback. `missing`: the user lacks a permission that the game demands.
 */
export function gameLaunch({ user, organization, game }: Chosen, state: LoginState): GameLaunch | undefined {
  if (game === undefined) return undefined;
  const start = webAddress(game.launchUrl);
  const isWaiting = waitingGame([game], state) !== undefined;
  if (!isWaiting && (start === undefined || (game.callbackUrls ?? []).length === 0)) return undefined;
  if (!mayPlay(game, user)) return { missing: "permission", game };
  if (isWaiting || start === undefined) return { href: "/game-redirect", game };
  start.searchParams.set("gameId", String(game.gameId));
  if (organization !== undefined) start.searchParams.set("orgId", organization.id);
  return { href: start.href, game };
}

/** Returns the game of a complete request with a registered callback, which can be answered after the login; else undefined. */
export function waitingGame(games: readonly ManifestGame[], state: LoginState): ManifestGame | undefined {
  const { callbackUrl } = state;
  if (callbackUrl === undefined || state.state === undefined || state.clientCode === undefined) return undefined;
  const game = findGame(games, state.gameId);
  return game?.callbackUrls?.some((registered) => isSameCallback(registered, callbackUrl)) === true ? game : undefined;
}

function mayPlay(game: ManifestGame, user: Chosen["user"]): boolean {
  return isAdmin(user) || game.requiredPermissions.every((key) => user.permissions.includes(key));
}

const loopbackHosts = new Set(["127.0.0.1", "[::1]"]);

/**
 * Compares with a registered address exactly; a loopback IP may use any port (DESIGN A17). The server decides; this only avoids a link that
 * fails.
 */
function isSameCallback(registered: string, given: string): boolean {
  if (registered === given) return true;
  const one = parseUrl(registered);
  const other = parseUrl(given);
  if (one === undefined || other === undefined || !loopbackHosts.has(one.hostname)) return false;
  one.port = other.port;
  return one.href === other.href;
}

/** The manifest's start address becomes a link on our page, so only http and https are allowed. */
export function webAddress(address: string | undefined): URL | undefined {
  const url = address === undefined ? undefined : parseUrl(address);
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}
