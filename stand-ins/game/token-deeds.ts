import { failureInWords, giveBack, narrowScope, refreshTokens } from "#/portal.ts";
import { clientOf, type Attempt, type Game } from "./attempts.ts";

export const deeds = ["refresh", "narrow", "give-back"] as const;
export type Deed = (typeof deeds)[number];

/** Runs the pressed button's action with the tokens of an attempt. Stores the result or the portal's refusal in words. */
export async function doDeed(game: Game, attempt: Attempt, deed: Deed): Promise<void> {
  try {
    attempt.lastDeed = await perform(game, attempt, deed);
  } catch (error) {
    attempt.lastDeed = { title: `${titles[deed]} failed`, error: await failureInWords(error) };
  }
}

const titles: Record<Deed, string> = {
  refresh: "Refreshing the token",
  narrow: "Narrowing to a player",
  "give-back": "Giving the token back",
};

async function perform(game: Game, attempt: Attempt, deed: Deed): Promise<Attempt["lastDeed"]> {
  const { outcome } = attempt;
  if (outcome.status !== "arrived") throw new Error("There is no token yet.");
  const client = clientOf(game, attempt.edition);
  if (deed === "refresh") {
    outcome.tokens = await refreshTokens(client, outcome.tokens);
    outcome.timesRefreshed += 1;
    return { title: "The token was refreshed and verified again" };
  }
  if (deed === "narrow") return { title: "A token for a player", claims: await narrowScope(client, outcome.tokens, "PLAYER") };
  await giveBack(client, outcome.tokens);
  outcome.isGivenBack = true;
  return { title: "The token was given back" };
}
