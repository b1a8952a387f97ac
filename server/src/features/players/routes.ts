import * as contract from "@storyport/contract/players";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createStudent } from "./create-student.ts";
import { editPlayer } from "./edit-player.ts";
import { getPlayer } from "./get-player.ts";
import { listOwnPlayers } from "./list-own-players.ts";

export function playerRoutes(add: AddRoute, context: AppContext): void {
  add(contract.createStudent, ({ body, caller }) => createStudent(context, caller, body));
  add(contract.listOwnPlayers, ({ query, caller }) => listOwnPlayers(context, caller, query));
  add(contract.getPlayer, ({ params, caller }) => getPlayer(context, caller.session, params.playerId));
  add(contract.editPlayer, ({ params, body, caller }) => editPlayer(context, caller, { playerId: params.playerId, ...body }));
}
