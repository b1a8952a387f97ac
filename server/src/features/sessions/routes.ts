import * as contract from "@storyport/contract/sessions";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { endOtherSessions, endOwnSession } from "./end-own-sessions.ts";
import { listOwnSessions } from "./list-own-sessions.ts";

export function sessionRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listOwnSessions, ({ caller }) => listOwnSessions(context, caller));
  add(contract.endOwnSession, async ({ params, caller }) => {
    await endOwnSession(context, caller, params);
    return undefined;
  });
  add(contract.endOtherSessions, ({ caller }) => endOtherSessions(context, caller));
}
