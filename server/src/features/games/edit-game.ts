import type { editGame as endpoint, GameSettings } from "@storyport/contract/games";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isSafeCallback } from "./safe-callback.ts";
import { listGameSettings, replaceCallbacks, updateGame } from "./settings-queries.ts";

type Change = { gameId: number } & z.output<typeof endpoint.body>;

/**
 * Changes a game's client policy and registered callbacks; what is left out stays. Refuses with errors.callbackUrlUnsafe an address
 * that a game must not be called back at (RFC 8252), with errors.changedMeanwhile what was made for another version.
 */
export async function editGame({ database }: AppContext, caller: LoggedInCaller, change: Change): Promise<GameSettings> {
  const { gameId, version, callbacks, loginTypes, requiredPermissions, ...plain } = change;
  if (callbacks?.every(isSafeCallback) === false) throw new Refusal("errors.callbackUrlUnsafe");
  return database.transaction().execute(async (transaction) => {
    const [before] = await listGameSettings(transaction, { gameId, hold: true });
    if (before === undefined) throw new Refusal("errors.notFound");
    const policy = { ...plain, loginTypes: once(loginTypes), requiredPermissions: once(requiredPermissions) };
    if (!(await updateGame(transaction, { gameId, version }, policy))) throw new Refusal("errors.changedMeanwhile");
    if (callbacks !== undefined) await replaceCallbacks(transaction, gameId, callbacks);
    const [after = before] = await listGameSettings(transaction, { gameId });
    await recordEvent(transaction, caller, {
      event: "game_edited",
      actorId: caller.session.accountId,
      details: { gameId, ...difference(before, after) },
    });
    return after;
  });
}

function once<T>(list: readonly T[] | undefined): T[] | undefined {
  return list === undefined ? undefined : [...new Set(list)];
}

const told = ["description", "loginTypes", "requiredPermissions", "isPublic", "legacyClientCode", "maxScope", "callbacks"] as const;

function difference(before: GameSettings, after: GameSettings) {
  const changed = told.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
  const of = (game: GameSettings) => Object.fromEntries(changed.map((member) => [member, game[member]]));
  return { before: of(before), after: of(after) };
}
