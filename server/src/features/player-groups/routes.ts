import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { listRights } from "./list-rights.ts";

export function playerGroupRoutes(add: AddRoute, context: AppContext): void {
  add(listPlayerGroupRights, ({ caller }) => listRights(context, caller));
}
