import type { listGameOrganizations as endpoint } from "@storyport/contract/games";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { findGame } from "./find-game.ts";
import { findGameOrganizations } from "./settings-queries.ts";

type Wanted = { gameId: number } & z.output<typeof endpoint.query>;

/** Returns one page of the organizations that have a game. Refuses a missing game with errors.notFound. */
export async function listGameOrganizations(
  { database, settings }: AppContext,
  wanted: Wanted,
): Promise<z.output<typeof endpoint.response>> {
  const { gameId, offset, limit } = wanted;
  const { results, total } = await findGameOrganizations(database, wanted);
  // A missing game has no organizations either.
  if (total === 0) await findGame({ database, settings }, gameId);
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
