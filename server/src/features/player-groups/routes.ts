import * as contract from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createPlayerGroup } from "./create-player-group.ts";
import { editPlayerGroup } from "./edit-player-group.ts";
import { getPlayerGroup } from "./get-player-group.ts";
import { listPlayerGroupRights } from "./list-rights.ts";
import { searchPlayerGroupRights } from "./search-rights.ts";
import { setPlayerGroupRight } from "./set-right.ts";

export function playerGroupRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listPlayerGroupRights, ({ caller }) => listPlayerGroupRights(context, caller));
  add(contract.listPlayerGroupRightsOf, ({ caller, params }) => listPlayerGroupRights(context, caller, params.orgId));
  add(contract.searchPlayerGroupRights, ({ caller, query }) => searchPlayerGroupRights(context, caller.session, query));
  add(contract.createPlayerGroup, ({ caller, body }) => createPlayerGroup(context, caller, body));
  add(contract.getPlayerGroup, ({ caller, params }) => getPlayerGroup(context, caller.session, params.playerGroupId));
  add(contract.editPlayerGroup, ({ caller, params, body }) => editPlayerGroup(context, caller, { groupId: params.playerGroupId, ...body }));
  add(contract.setPlayerGroupRight, ({ caller, params, body }) =>
    setPlayerGroupRight(context, caller, { groupId: params.playerGroupId, ...body }),
  );
}
