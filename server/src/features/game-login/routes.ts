import { finishGameLogin, gameLoginStatus } from "@storyport/contract/game-login";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { finishGameLogin as finish } from "./finish-game-login.ts";
import { findArrival } from "./queries.ts";

export function gameLoginRoutes(add: AddRoute, context: AppContext): void {
  add(finishGameLogin, async ({ query, caller, cookies }) => {
    const answer = await finish(context, caller, query);
    if (caller.session.loginType === "QRCODE") cookies.clearSession();
    return answer;
  });

  add(gameLoginStatus, async ({ query }) => {
    const status = await findArrival(context.database, digestOf(query.handover));
    if (status === undefined) throw new Refusal("errors.handoverNotFound");
    return { status };
  });
}
