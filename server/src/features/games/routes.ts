import * as contract from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { editGame } from "./edit-game.ts";
import { organizationManifest, ownManifest, publicManifest } from "./manifest.ts";
import { listGameSettings } from "./settings-queries.ts";

export function gameRoutes(add: AddRoute, context: AppContext): void {
  add(contract.publicManifest, () => publicManifest(context));
  add(contract.ownManifest, ({ caller }) => ownManifest(context, caller.session));
  add(contract.organizationManifest, ({ caller, params }) => organizationManifest(context, caller.session, params));
  add(contract.listGames, () => listGameSettings(context.database));
  add(contract.editGame, ({ caller, params, body }) => editGame(context, caller, { ...params, ...body }));
}
