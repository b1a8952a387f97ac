import { checkCallback, failureInWords, redeemCode } from "#/portal.ts";
import { clientOf, type Attempt, type Game } from "./attempts.ts";

/**
 * Completes an attempt by a callback: checks state and `iss`, redeems the code, verifies the token. The portal's background
 * call and the user's navigation may arrive concurrently. One redemption serves both, and no code is sent twice, except by the
 * fault `redeems-twice`. A callback that fails its checks sends nothing and does not block the real callback.
 */
export async function arrive(game: Game, attempt: Attempt, parameters: URLSearchParams): Promise<void> {
  while (attempt.finishing !== undefined) await attempt.finishing;
  const isDone = attempt.outcome.status === "arrived" || attempt.triedCodes.has(parameters.get("code") ?? "");
  if (isDone && game.fault !== "redeems-twice") return;
  attempt.finishing = finish(game, attempt, parameters);
  await attempt.finishing;
}

async function finish(game: Game, attempt: Attempt, parameters: URLSearchParams): Promise<void> {
  const client = clientOf(game, attempt.edition);
  try {
    const state = game.fault === "ignores-state" ? (parameters.get("state") ?? "") : attempt.state;
    const checked = await checkCallback(client, parameters, state);
    attempt.triedCodes.add(parameters.get("code") ?? "");
    const tokens = await redeemCode(client, checked, { callbackUrl: attempt.callbackUrl, verifier: attempt.verifier });
    attempt.outcome = { status: "arrived", at: new Date().toISOString(), tokens, timesRefreshed: 0, isGivenBack: false };
  } catch (error) {
    attempt.outcome = { status: "failed", at: new Date().toISOString(), error: await failureInWords(error) };
  } finally {
    attempt.finishing = undefined;
  }
}
