import type { createEdition as endpoint } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { permissionKey } from "@storyport/contract/vocabulary";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { addGame } from "#/features/games/create-game.ts";
import { findGame } from "#/features/games/find-game.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countOwned, setLevel } from "./queries.ts";
import { requireLevel } from "./require-level.ts";

/** An account that owns so many games creates no more. Only an administrator then creates games for it. */
const mostOwned = 20;

/**
 * Creates an edition of a game, with the same login types, permissions and widest scope. No organization has it, and the catalogue does not
 * list it, until an administrator says so. Needs OWNER on the game, and gives it on the edition. The new key starts with the game's key and
 * a hyphen (errors.editionKeyInvalid), so that no studio takes another studio's name. Refuses a caller who owns 20 games, retired games
 * included, with errors.tooManyEditions. Refuses like `requireLevel` and `createGame`, and an account that is no longer active with
 * errors.notLoggedIn.
 */
export async function createEdition(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId, ...edition }: { gameId: number } & z.output<typeof endpoint.body>,
): Promise<GameSettings> {
  const { accountId } = caller.session;
  const ownership = { gameId, needed: "OWNER" } as const;
  await requireLevel(context.database, caller, ownership);
  const { gameKey, loginTypes, requiredPermissions, maxScope } = await findGame(context, gameId);
  if (!edition.gameKey.startsWith(`${gameKey}-`)) throw new Refusal("errors.editionKeyInvalid");
  const policy = {
    loginTypes,
    requiredPermissions: requiredPermissions.map((key) => permissionKey.parse(key)),
    maxScope,
    isPublic: false,
    legacyClientCode: false,
    resourceLinks: [],
    openid: null,
  };
  return context.database.transaction().execute(async (transaction) => {
    // Locks the account, so that concurrent calls count each other's editions.
    // A deleted account gets no right: no call could take it, because `setGameRight` finds accounts by their address.
    if ((await holdActiveAccount(transaction, accountId)) === undefined) throw new Refusal("errors.notLoggedIn");
    // Again behind the lock, which a change of the caller's right takes too.
    await requireLevel(transaction, caller, ownership);
    if ((await countOwned(transaction, accountId)) >= mostOwned) throw new Refusal("errors.tooManyEditions");
    const created = await addGame({ transaction, settings: context.settings }, caller, { ...edition, ...policy });
    await setLevel(transaction, { gameId: created.gameId, accountId }, "OWNER");
    await recordEvent(transaction, caller, {
      event: "game_right_set",
      actorId: accountId,
      targetId: accountId,
      details: { gameId: created.gameId, gameKey: created.gameKey, before: "NONE", after: "OWNER" },
    });
    return created;
  });
}
