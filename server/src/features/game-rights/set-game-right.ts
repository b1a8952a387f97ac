import type { GameRight, setGameRight as endpoint } from "@storyport/contract/game-rights";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { findGame } from "#/features/games/find-game.ts";
import { holdGame } from "#/features/games/hold-game.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { gameRightLetter } from "./letters.ts";
import { findBuilder, findHolder, findLevel, listRights, removeLevel, setLevel } from "./queries.ts";
import { requireLevel } from "./require-level.ts";

/**
 * Gives an active account a rights level on a game, or takes it away. Needs OWNER, and a recent login (errors.loginTooOld). An owner reaches
 * the people of the owner's organizations, an administrator everyone. Any other address is refused with errors.memberUnknown. A right can be
 * taken from every account that holds it, also from a deactivated account. Another person who gets a new level learns of it by a letter.
 * Returns the new list of the people with a right.
 */
export async function setGameRight(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId, email, rightsType }: { gameId: number } & z.output<typeof endpoint.body>,
): Promise<GameRight[]> {
  const { database } = context;
  const { session } = caller;
  const { gameKey } = await findGame(context, gameId);
  const ownership = { gameId, needed: "OWNER" } as const;
  // Before the lock, so that no call waits for the game because of a caller without a right.
  await requireLevel(database, caller, ownership);
  return database.transaction().execute(async (transaction) => {
    // Again behind the lock: of two owners who remove each other concurrently, the first stays.
    await holdGame(transaction, gameId, "no key update");
    await requireLevel(transaction, caller, ownership);
    await requireRecentLogin(transaction, session);
    const holder = rightsType === "NONE" ? await findHolder(transaction, email, gameId) : undefined;
    const colleagueOf = isAdministrator(session) ? undefined : session.accountId;
    const accountId = holder ?? (await findBuilder(transaction, email, colleagueOf));
    if (accountId === undefined) throw new Refusal("errors.memberUnknown");
    // After the lock, a deletion of the account has either ended or not begun.
    const account = await holdAccount(transaction, accountId, "no key update");
    const isReached = holder === undefined ? account?.status === "ACTIVE" : account !== undefined;
    if (!isReached) throw new Refusal("errors.memberUnknown");
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
