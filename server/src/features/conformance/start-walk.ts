import type { Walk } from "@storyport/contract/conformance";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { requireLevel } from "#/features/game-rights/require-level.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import { endRun, findRun, insertRun } from "./queries.ts";
import { runsPolicy } from "./start-run.ts";
import { issuerOf, walkCallbackOf } from "./test-issuer.ts";
import { makeTestKeys } from "./test-keys.ts";
import { findWalk, holderOf, setWalk } from "./turn-queries.ts";

/**
 * Starts a walk through a login of a game, and ends the caller's former walk, because an account has one walk. Needs MODIFY on the game.
 * The walk's issuer takes the portal's own callback and no other. Its tokens have keys of their own and name no person. Counts with the
 * runs of the account (errors.tooManyAttempts).
 */
export async function startWalk(context: AppContext, caller: LoggedInCaller, { gameId }: { gameId: number }): Promise<Walk> {
  const { database } = context;
  const { accountId } = caller.session;
  await requireLevel(database, caller, { gameId, needed: "MODIFY" });
  const { openid } = await findGame(context, gameId);
  await takeAttempt(database, throttleKey("conformance-run", accountId), runsPolicy);
  const run = await database.transaction().execute(async (transaction) => {
    // Locks the account, so that the later of two concurrent calls sees the walk of the earlier.
    await holdAccount(transaction, accountId, "no key update");
    const former = await findWalk(transaction, holderOf(context, accountId));
    if (former !== undefined) await endRun(transaction, former);
    const runId = await insertRun(transaction, { game_id: gameId, keys: makeTestKeys(), is_walk: true });
    await setWalk(transaction, holderOf(context, accountId), runId);
    return findRun(transaction, runId);
  });
  if (run === undefined) throw new Error("The walk that was made is gone.");
  return {
    runId: run.id,
    issuer: issuerOf(context, run.id),
    callbackUrl: walkCallbackOf(context),
    isOpenid: openid !== null,
    endsAt: run.ends_at.toISOString(),
  };
}

/** Ends the caller's walk, if there is a walk. From then on its issuer takes no callback and no token. */
export async function endWalk(
  context: Pick<AppContext, "database" | "vault">,
  { session }: LoggedInCaller,
): Promise<Record<string, never>> {
  await context.database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, session.accountId, "no key update");
    const walkId = await findWalk(transaction, holderOf(context, session.accountId));
    if (walkId !== undefined) await endRun(transaction, walkId);
  });
  return {};
}
