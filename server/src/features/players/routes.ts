import { createStudent, exportPlayers, searchPlayers } from "@storyport/contract/players";
import { listPlayersOfUser } from "@storyport/contract/users";
import type { AppContext } from "#/context.ts";
import { sendCsv } from "#/platform/http/csv.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createStudent as create } from "./create-student.ts";
import { exportPlayers as exportFound, listPlayersOfUser as playersOfUser, searchPlayers as search } from "./search-players.ts";

const exportHeader = ["Player ID", "Player name", "Gender", "Research Code", "Created", "Registered"];

export function playerRoutes(add: AddRoute, context: AppContext): void {
  add(createStudent, ({ body, caller }) => create(context, caller, body));
  add(searchPlayers, ({ body }) => search(context, body));
  add(exportPlayers, async ({ query, caller, reply }) => {
    const players = await exportFound(context, caller, query.query);
    const rows = players.map((player) => [
      ...[player.id, player.playerName, player.gender === 1 ? "Girl" : "Boy", player.researchCode, player.createdAt, player.registeredAt],
    ]);
    return sendCsv(reply, { name: "players", header: exportHeader, rows });
  });
  add(listPlayersOfUser, ({ body }) => playersOfUser(context, body.idOrEmail));
}
