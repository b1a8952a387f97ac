import * as contract from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createGame } from "./create-game.ts";
import { editGame } from "./edit-game.ts";
import { listGameOrganizations } from "./list-game-organizations.ts";
import { listGames } from "./list-games.ts";
import { organizationManifest, ownManifest, publicManifest } from "./manifest.ts";
import { restoreGame, retireGame } from "./retire-game.ts";

export function gameRoutes(add: AddRoute, context: AppContext): void {
  add(contract.publicManifest, () => publicManifest(context));
  add(contract.ownManifest, ({ caller }) => ownManifest(context, caller.session));
  add(contract.organizationManifest, ({ caller, params }) => organizationManifest(context, caller.session, params));
  add(contract.listGames, () => listGames(context));
  add(contract.createGame, ({ caller, body }) => createGame(context, caller, body));
  add(contract.editGame, ({ caller, params, body }) => editGame(context, caller, { ...params, ...body }));
  add(contract.retireGame, ({ caller, params, body }) => retireGame(context, caller, { ...params, ...body }));
  add(contract.restoreGame, ({ caller, params, body }) => restoreGame(context, caller, { ...params, ...body }));
  add(contract.listGameOrganizations, ({ params, query }) => listGameOrganizations(context, { ...params, ...query }));
}
