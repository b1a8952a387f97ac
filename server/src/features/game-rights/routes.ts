import * as contract from "@storyport/contract/game-rights";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createEdition } from "./create-edition.ts";
import { editOwnGame } from "./edit-own-game.ts";
import { listGameRights } from "./list-game-rights.ts";
import { listOwnGames } from "./list-own-games.ts";
import { listRefusedLogins } from "./list-refused-logins.ts";
import { setGameRight } from "./set-game-right.ts";

export function gameRightRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listOwnGames, ({ caller }) => listOwnGames(context, caller));
  add(contract.editOwnGame, ({ caller, params, body }) => editOwnGame(context, caller, { ...params, ...body }));
  add(contract.createEdition, ({ caller, params, body }) => createEdition(context, caller, { ...params, ...body }));
  add(contract.listGameRights, ({ caller, params }) => listGameRights(context, caller, params));
  add(contract.listRefusedLogins, ({ caller, params }) => listRefusedLogins(context, caller, params));
  add(contract.setGameRight, ({ caller, params, body }) => setGameRight(context, caller, { ...params, ...body }));
}
