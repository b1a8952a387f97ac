import * as contract from "@storyport/contract/login-checks";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { checkLogin } from "./check-login.ts";

export function loginCheckRoutes(add: AddRoute, context: AppContext): void {
  add(contract.checkLogin, ({ params, query, caller }) =>
    checkLogin(context, caller.session, { accountId: params.userId, organizationId: query.organizationId, gameId: query.gameId }),
  );
}
