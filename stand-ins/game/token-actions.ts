import { failureInWords, giveBack, narrowScope, refreshTokens } from "#/portal.ts";
import { clientOf, type Attempt, type Game } from "./attempts.ts";

export const tokenActions = ["refresh", "narrow", "give-back"] as const;
export type TokenAction = (typeof tokenActions)[number];

/** Runs the pressed button's action with the tokens of an attempt. Stores the result or the portal's refusal in words. */
export async function runTokenAction(game: Game, attempt: Attempt, action: TokenAction): Promise<void> {
  try {
    attempt.lastAction = await perform(game, attempt, action);
  } catch (error) {
    attempt.lastAction = { title: `${titles[action]} failed`, error: await failureInWords(error) };
  }
}

const titles: Record<TokenAction, string> = {
  refresh: "Refreshing the token",
  narrow: "Narrowing to a player",
  "give-back": "Giving the token back",
};

async function perform(game: Game, attempt: Attempt, action: TokenAction): Promise<Attempt["lastAction"]> {
  const { outcome } = attempt;
  if (outcome.status !== "arrived") throw new Error("There is no token.");
  const client = clientOf(game, attempt.edition);
  if (action === "refresh") {
    outcome.tokens = await refreshTokens(client, outcome.tokens);
    outcome.timesRefreshed += 1;
    return { title: "The token was refreshed and verified again" };
  }
  if (action === "narrow") return { title: "A token for a player", narrowed: await narrowScope(client, outcome.tokens, "PLAYER") };
  await giveBack(client, outcome.tokens);
  outcome.isGivenBack = true;
  return { title: "The token was given back" };
}
