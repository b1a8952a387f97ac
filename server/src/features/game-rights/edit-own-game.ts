import type { editOwnGame as endpoint } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { editGame } from "#/features/games/edit-game.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { isWider } from "#/features/tokens/rights.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireLevel } from "./require-level.ts";

/**
 * Changes what the people who build a game may change: its name, language, addresses, widest scope and OpenID settings. Needs MODIFY. Once
 * the game is public or an organization has it, only an administrator widens the scope (errors.gameScopeByAdministrator). The schools have
 * accepted the narrower scope. Refuses an edit of an older version with errors.changedMeanwhile, and as `editGame` does.
 */
export async function editOwnGame(
  context: AppContext,
  caller: LoggedInCaller,
  change: { gameId: number } & z.output<typeof endpoint.body>,
): Promise<GameSettings> {
  const right = { gameId: change.gameId, needed: "MODIFY" } as const;
  // Before the lock, so that no call waits for the game because of a caller without a right.
  await requireLevel(context.database, caller, right);
  const requireMay = async (transaction: Transaction<Tables>, game: GameSettings): Promise<void> => {
    const { version, isPublic, organizationCount, maxScope } = game;
    // Again behind the lock: an owner may have taken the right meanwhile.
    await requireLevel(transaction, caller, right);
    if (version !== change.version) throw new Refusal("errors.changedMeanwhile");
    const isInUse = isPublic || organizationCount > 0;
    const widens = change.maxScope !== undefined && isWider(change.maxScope, maxScope);
    if (widens && isInUse && !isAdministrator(caller.session)) throw new Refusal("errors.gameScopeByAdministrator");
  };
  return editGame(context, caller, { ...change, requireMay });
}
