import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { endOtherOwnSessions, endOwnSession as end } from "./end-own-sessions.ts";
import { listOwnSessions as list } from "./list-own-sessions.ts";

export function sessionRoutes(add: AddRoute, context: AppContext): void {
  add(listOwnSessions, ({ caller }) => list(context, caller));
  add(endOwnSession, async ({ params, caller }) => {
    await end(context, caller, params);
    return undefined;
  });
  add(endOtherSessions, ({ caller }) => endOtherOwnSessions(context, caller));
}
