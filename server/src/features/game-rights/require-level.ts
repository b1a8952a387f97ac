import type { GameLevel } from "@storyport/contract/game-rights";
import { reaches } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findLevel } from "./queries.ts";

interface Needed {
  gameId: number;
  needed: GameLevel;
}

/**
 * Requires a rights level on a game. Refuses a caller without any level as if the game were missing (errors.notFound), and a lower level
 * with errors.notAllowed. An administrator holds OWNER on every game, and passes for a missing game too. Returns
 * the held level.
 */
export async function requireLevel(database: Database, { session }: LoggedInCaller, { gameId, needed }: Needed): Promise<GameLevel> {
  if (isAdministrator(session)) return "OWNER";
  const held = await findLevel(database, session.accountId, gameId);
  if (held === undefined) throw new Refusal("errors.notFound");
  if (!reaches(held, needed)) throw new Refusal("errors.notAllowed");
  return held;
}
