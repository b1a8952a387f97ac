import type { GameRight, setGameRight as endpoint } from "@storyport/contract/game-rights";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { findGame } from "#/features/games/find-game.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { gameRightLetter } from "./letters.ts";
import { findBuilder, findLevel, holdRights, listRights, removeLevel, setLevel } from "./queries.ts";
import { requireLevel } from "./require-level.ts";

/**
 * Gives an active account a rights level on a game, or takes it away. Needs OWNER and a recent login. An owner reaches the people of the
 * owner's organizations, an administrator everyone; any other address is refused with errors.memberUnknown. A person who gets another
 * right than before learns of it by a letter.
 */
export async function setGameRight(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId, email, rightsType }: { gameId: number } & z.output<typeof endpoint.body>,
): Promise<GameRight[]> {
  const { database } = context;
  const { session } = caller;
  const { gameKey } = await findGame(context, gameId);
  return database.transaction().execute(async (transaction) => {
    // First the lock: of two owners who remove each other at once, one stays.
    await holdRights(transaction, gameId);
    await requireLevel(transaction, caller, { gameId, needed: "OWNER" });
    await requireRecentLogin(transaction, session);
    const accountId = await findBuilder(transaction, email, session.permissions.includes("admin") ? undefined : session.accountId);
    // After the lock, a deletion of the account has either ended or not begun.
    if (accountId === undefined || (await holdActiveAccount(transaction, accountId)) === undefined) {
      throw new Refusal("errors.memberUnknown");
    }
    const before = (await findLevel(transaction, accountId, gameId)) ?? "NONE";
    if (rightsType === "NONE") await removeLevel(transaction, { gameId, accountId });
    else await setLevel(transaction, { gameId, accountId }, rightsType);
    if (before !== rightsType) {
      await recordEvent(transaction, caller, {
        event: "game_right_set",
        actorId: session.accountId,
        targetId: accountId,
        details: { gameId, gameKey, before, after: rightsType },
      });
    }
    if (before !== rightsType && rightsType !== "NONE" && accountId !== session.accountId) {
      await writeToOwner(context, transaction, { accountId, name: "gameRight", write: gameRightLetter({ gameKey, level: rightsType }) });
    }
    return listRights(transaction, gameId);
  });
}
