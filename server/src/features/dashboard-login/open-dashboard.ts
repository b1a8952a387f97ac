import { askBeforeDashboard } from "@storyport/contract/dashboard-login";
import type { openDashboard as endpoint } from "@storyport/contract/dashboard-login";
import { gameId as gameNumber } from "@storyport/contract/fields";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "#/features/tokens/dashboard-client.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { issueGameCode, withResponse } from "#/features/game-login/issue-game-code.ts";
import { gameForAccount } from "#/features/games/game-for-account.ts";
import type { GameInOrganization } from "#/features/games/game-for-account.ts";
import { refusalToOpen } from "#/features/rights/may-open.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

export type DashboardAccess = Omit<z.output<typeof endpoint.query>, "confirmed"> & {
  /** Whether the user must confirm first. */
  mustConfirm: boolean;
};

/**
 * Returns the address to redirect to: the dashboard with a one-time code, its no-access page, or a question. The game's own dashboard comes
 * before the configured one. The user needs login_dashboard and view_user_group in the requested organization. A foreign
 * organization or game, or a game without this login type, leads to the no-access page (specification, sections 2 and 6). A request
 * that may come from another site leads to a question first (DESIGN A6). Refuses a session that has ended meanwhile with errors.notLoggedIn.
 */
export async function openDashboard(context: AppContext, caller: LoggedInCaller, access: DashboardAccess): Promise<string> {
  const { settings, database } = context;
  const game = await findGame(context, caller, access);
  const isAllowed = game !== undefined && (await mayOpenDashboard(context, caller.session, game));
  const dashboardUrl = game?.dashboard_url?.replace(/\/+$/, "") ?? settings.dashboard.url;
  if (game === undefined || !isAllowed) return noAccessPage(dashboardUrl, caller.session.locale);
  if (access.mustConfirm) return questionPage(access);
  const callbackUrl = dashboardCallback(dashboardUrl);
  const { code } = await database.transaction().execute(async (transaction) => {
    if (!(await holdSession(transaction, caller.session))) throw new Refusal("errors.notLoggedIn");
    await recordEvent(transaction, caller, {
      event: "game_code_issued",
      actorId: caller.session.accountId,
      targetId: caller.session.accountId,
      organizationId: game.organization_id,
      details: { client: dashboardClientId, gameId: game.game_id },
    });
    return issueGameCode(transaction, {
      session: caller.session,
      client_id: dashboardClientId,
      game_id: game.game_id,
      organization_id: game.organization_id,
      // The widest. `mayOpenDashboard` has required `view_user_group`, so the dashboard may read user groups too.
      scope: "USERGROUP",
      callback_url: callbackUrl,
      // The dashboard redeems the code with its client secret, so without PKCE.
      client_code: null,
      // `openid` makes the dashboard's tokens end with the session. An operator asks for that by DASHBOARD_LOGOUT_URL.
      ...(settings.dashboard.logoutUrl !== undefined && { openid: { scope: undefined, nonce: undefined } }),
    });
  });
  context.meter.count("gameCodesIssued");
  return withResponse(callbackUrl, { code, state: access.state, iss: settings.publicUrl });
}

async function mayOpenDashboard({ database }: AppContext, { accountId, loginType }: Session, game: GameInOrganization): Promise<boolean> {
  const { organization_id: organizationId, game_id: gameId } = game;
  return (await refusalToOpen(database, { accountId, organizationId, gameId, clientId: dashboardClientId, loginType })) === undefined;
}

function dashboardCallback(dashboardUrl: string): string {
  return `${dashboardUrl}/callback`;
}

/** `asks` makes the page ask the user before it goes on. */
function questionPage({ gameId, orgId, state }: DashboardAccess): string {
  const query = new URLSearchParams({ gameId, orgId, ...(state !== undefined && { state }), asks: "true" });
  return `${askBeforeDashboard}?${query}`;
}

function noAccessPage(dashboardUrl: string, language: string): string {
  return `${dashboardUrl}/${language}/no-access?ref=portal`;
}

async function findGame(context: AppContext, caller: LoggedInCaller, { gameId, orgId }: DashboardAccess) {
  const number = gameNumber.safeParse(gameId);
  const game = number.success ? { id: number.data } : { key: gameId };
  try {
    return await gameForAccount(context, caller.session, { game, organizationId: orgId });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
