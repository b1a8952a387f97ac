import type { createGame as endpoint, GameSettings } from "@storyport/contract/games";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireSafeCallbacks, requireSafeLinks, requireSafeLogoutUrls } from "./check-addresses.ts";
import { distinct, startTypeOf } from "./game-values.ts";
import { gameKeyExists, insertGame, keepPairwiseSector, listGameSettings, replaceCallbacks, replaceGameLinks } from "./settings-queries.ts";

/**
 * Creates a game (specification, section 1: each edition is a game of its own). Its key never changes, because games compare it
 * in their tokens. Refuses a taken key or number (errors.gameKeyTaken, errors.gameNumberTaken), even in a race. Refuses unsafe
 * addresses (errors.callbackUrlUnsafe, errors.resourceLinkUnsafe).
 */
export async function createGame(
  { database, settings }: Pick<AppContext, "database" | "settings">,
  caller: AdministratorCaller,
  game: z.output<typeof endpoint.body>,
): Promise<GameSettings> {
  return database.transaction().execute((transaction) => addGame({ transaction, settings }, caller, game));
}

interface Within extends Pick<AppContext, "settings"> {
  transaction: Transaction<Tables>;
}

/** Creates a game within the transaction of another operation. Promises and refuses as `createGame` does. */
export async function addGame(
  { transaction, settings }: Within,
  caller: AdministratorCaller,
  game: z.output<typeof endpoint.body>,
): Promise<GameSettings> {
  const { callbacks, resourceLinks, loginTypes, requiredPermissions, ...plain } = game;
  const startType = startTypeOf(settings);
  requireSafeCallbacks(callbacks);
  requireSafeLogoutUrls(plain.openid);
  const links = requireSafeLinks(resourceLinks, startType);
  const policy = { ...plain, loginTypes: distinct(loginTypes), requiredPermissions: distinct(requiredPermissions) };
  const gameId = await insertGame(transaction, { ...policy, gameId: plain.gameId });
  if (gameId === undefined) {
    throw new Refusal((await gameKeyExists(transaction, plain.gameKey)) ? "errors.gameKeyTaken" : "errors.gameNumberTaken");
  }
  await replaceCallbacks(transaction, gameId, callbacks);
  await replaceGameLinks(transaction, gameId, links);
  await keepPairwiseSector(transaction, gameId);
  const [created] = await listGameSettings(transaction, { startType, gameId });
  if (created === undefined) throw new Error("The game that was just created is not there.");
  // The history keeps what the caller entered, and the game's number.
  const { version: _, organizationCount: __, retiredAt: ___, ...details } = created;
  await recordEvent(transaction, caller, { event: "game_created", actorId: caller.session?.accountId, details });
  return created;
}
