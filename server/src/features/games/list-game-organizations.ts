import type { listGameOrganizations as endpoint } from "@storyport/contract/games";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { Refusal } from "#/platform/refusal.ts";
import { startTypeOf } from "./game-values.ts";
import { findGameOrganizations, listGameSettings } from "./settings-queries.ts";

type Wanted = { gameId: number } & z.output<typeof endpoint.query>;

/** Returns one page of the organizations that have a game. Refuses a missing game with errors.notFound. */
export async function listGameOrganizations(
  { database, settings }: AppContext,
  wanted: Wanted,
): Promise<z.output<typeof endpoint.response>> {
  const { gameId, offset, limit } = wanted;
  const { results, total } = await findGameOrganizations(database, wanted);
  if (total === 0 && (await listGameSettings(database, { startType: startTypeOf(settings), gameId })).length === 0) {
    throw new Refusal("errors.notFound");
  }
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
