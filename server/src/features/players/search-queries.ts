import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { SearchedTable } from "#/platform/database/search.ts";

/** What `searchTable` searches: all players, by a part of their name. */
export const searchedPlayers: SearchedTable = {
  from: sql`players p`,
  alias: "p",
  key: sql`lower(p.name)`,
  searched: sql`true`,
  // For one or two letters, which have no trigram.
  holdsShort: (query) => sql`short_texts_in(p.name) @> short_texts_in(${query})`,
};

export interface FoundPlayer {
  id: string;
  name: string;
  /** 1 means a girl, and any other number a boy. */
  gender: number | null;
  research_code: string | null;
  created_at: Date;
  /** Set if the portal made the player for a student. */
  registered_at: Date | null;
}

/** More than any account plays. */
const mostOfAccount = 1000;

const foundPlayer = sql`p.id, p.name, p.gender, p.research_code, p.created_at, p.registered_at`;

/** Returns the players in the order of the given ids. Leaves out missing players. */
export async function listPlayers(database: Database, ids: readonly string[]): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundPlayer>`
    select ${foundPlayer} from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join players p on p.id = wanted.id
    order by wanted.place`.execute(database);
  return rows;
}

/** Returns undefined if the account does not exist. A deleted account has no address left to find it by. */
export async function listPlayersOf(database: Database, by: { accountId: string } | { email: string }): Promise<FoundPlayer[] | undefined> {
  const is = "email" in by ? sql`a.email = ${by.email}` : sql`a.id = ${by.accountId}::uuid`;
  const accounts = await sql<{ id: string }>`select a.id from accounts a where ${is}`.execute(database);
  const [account] = accounts.rows;
  if (account === undefined) return undefined;
  const { rows } = await sql<FoundPlayer>`
    select ${foundPlayer} from account_players ap join players p on p.id = ap.player_id
    where ap.account_id = ${account.id}::uuid order by lower(p.name), p.created_at, p.id limit ${sql.lit(mostOfAccount)}`.execute(database);
  return rows;
}
