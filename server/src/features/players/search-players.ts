import { id as idSchema } from "@storyport/contract/fields";
import { normalizeEmail } from "@storyport/contract/text-rules";
import type { PlayerSearchResult, searchPlayers as endpoint } from "@storyport/contract/players";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import { inParts, mostMatches, searchTable } from "#/platform/database/search.ts";
import type { Found, SearchPage } from "#/platform/database/search.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listPlayers, listPlayersOf, searchedPlayers } from "./search-queries.ts";
import type { FoundPlayer } from "./search-queries.ts";

/**
 * Searches players by a part of the name, ignoring case, or by the whole id (specification, sections 2 and 7). The total is
 * exact up to 10,000.
 */
export async function searchPlayers(
  context: Pick<AppContext, "database">,
  { query, limit, offset }: z.output<typeof endpoint.body>,
): Promise<ResponseOf<typeof endpoint>> {
  const { ids, total } = await findPlayers(context, { query, offset, limit });
  const results = await describePlayers(context.database, ids);
  return { results, total, count: results.length, offset, limit };
}

/**
 * Exports the whole result of a search, at most 10,000 players. Records the export before it is read, but not the query, which may name
 * a child. Refuses none.
 */
export async function exportPlayers(
  { database }: AppContext,
  caller: LoggedInCaller,
  query: string,
): Promise<AsyncGenerator<PlayerSearchResult[]>> {
  const { ids } = await findPlayers({ database }, { query, offset: 0, limit: mostMatches });
  const { accountId: actorId } = caller.session;
  await recordEvent(database, caller, { event: "players_exported", actorId, details: { rows: ids.length } });
  return inParts(ids, (part) => describePlayers(database, part));
}

/** Returns the players of the account with this id or e-mail address (specification, section 7). Refuses with errors.notFound. */
export async function listPlayersOfUser({ database }: AppContext, idOrEmail: string): Promise<{ players: PlayerSearchResult[] }> {
  const byId = idSchema.safeParse(idOrEmail.trim());
  const players = await listPlayersOf(database, byId.success ? { accountId: byId.data } : { email: normalizeEmail(idOrEmail) });
  if (players === undefined) throw new Refusal("errors.notFound");
  return { players: players.map(describe) };
}

async function findPlayers({ database }: Pick<AppContext, "database">, { query, offset, limit }: SearchPage): Promise<Found> {
  const byId = idSchema.safeParse(query);
  const named = byId.success ? await listPlayers(database, [byId.data]) : [];
  if (named.length > 0) return { ids: named.map(({ id }) => id).slice(offset, offset + limit), total: named.length };
  return searchTable(database, searchedPlayers, { query, offset, limit });
}

async function describePlayers(database: Database, ids: readonly string[]): Promise<PlayerSearchResult[]> {
  return (await listPlayers(database, ids)).map(describe);
}

function describe(player: FoundPlayer): PlayerSearchResult {
  return {
    id: player.id,
    playerName: player.name,
    gender: player.gender,
    researchCode: player.research_code,
    createdAt: player.created_at.toISOString(),
    registeredAt: player.registered_at?.toISOString() ?? null,
  };
}
