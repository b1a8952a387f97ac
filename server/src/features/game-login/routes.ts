import * as contract from "@storyport/contract/game-login";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { finishGameLogin } from "./finish-game-login.ts";
import { giveConsent } from "./give-consent.ts";
import { proofDemands } from "./proof-demand.ts";
import { findArrival } from "./queries.ts";
import { gameRequest, requestSeals } from "./request-seal.ts";
import { requestedLoginTypes } from "./requested-login-types.ts";

export function gameLoginRoutes(add: AddRoute, context: AppContext): void {
  add(contract.consentToGameLogin, async ({ body: { isConfirmed, ...login }, caller, request, reply }) => {
    const { gameId, state, clientCode, deeplink: callbackUrl, scope, openidScope, nonce } = login;
    const asked = gameRequest({ gameId: String(gameId), state, clientCode, callbackUrl, scope, openidScope, nonce });
    const isOwn = requestSeals(request, reply, context).has(asked);
    const demand = proofDemands(request, reply, context.settings).read(asked);
    return giveConsent(context, caller, { login, mustConfirm: !isOwn && isConfirmed !== true, demand });
  });

  add(contract.finishGameLogin, async ({ query: { consent, ...login }, caller, cookies }) => {
    const answer = await finishGameLogin(context, caller, { login, consent });
    // The hand-over has ended the badge's session.
    if (caller.session.loginType === "QRCODE") cookies.clearSession();
    return answer;
  });

  add(contract.requestedLoginTypes, ({ query }) => requestedLoginTypes(context, query));

  add(contract.gameLoginStatus, async ({ query }) => {
    const status = await findArrival(context.database, digestOf(query.handover));
    if (status === undefined) throw new Refusal("errors.handoverNotFound");
    return { status };
  });
}
