import * as contract from "@storyport/contract/players";
import type { AppContext } from "#/context.ts";
import { sendCsv } from "#/platform/http/csv.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createStudent } from "./create-student.ts";
import { editPlayer } from "./edit-player.ts";
import { getPlayer } from "./get-player.ts";
import { listOwnPlayers } from "./list-own-players.ts";
import { exportPlayers, listPlayersOfUser, searchPlayers } from "./search-players.ts";

/** The specification's names of the columns (2.83). Only the separator of the file depends on the language. */
const exportHeader = ["Player ID", "Player name", "Gender", "Research Code", "Created", "Registered"];

export function playerRoutes(add: AddRoute, context: AppContext): void {
  add(contract.createStudent, ({ body, caller }) => createStudent(context, caller, body));
  add(contract.searchPlayers, ({ body }) => searchPlayers(context, body));
  add(contract.exportPlayers, async ({ query, caller, reply }) => {
    const parts = await exportPlayers(context, caller, query.query);
    return sendCsv(reply, { name: "players", locale: caller.session.locale, header: exportHeader, parts, rowOf });
  });
  add(contract.listPlayersOfUser, ({ body }) => listPlayersOfUser(context, body.idOrEmail));
  add(contract.listOwnPlayers, ({ query, caller }) => listOwnPlayers(context, caller, query));
  add(contract.getPlayer, ({ params, caller }) => getPlayer(context, caller.session, params.playerId));
  add(contract.editPlayer, ({ params, body, caller }) => editPlayer(context, caller, { playerId: params.playerId, ...body }));
}

function rowOf({ id, playerName, gender, researchCode, createdAt, registeredAt }: contract.PlayerSearchResult) {
  return [id, playerName, gender === null ? null : gender === 1 ? "Girl" : "Boy", researchCode, createdAt, registeredAt];
}
