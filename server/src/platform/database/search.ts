/**
 * Searching a large table for a part of a text, so that neither a rare nor a frequent part takes long: what matches is found by an
 * index and counted up to a bound. Below the bound the matches are sorted; above it the table is read in its order, where
 * matches are never far apart. The planner cannot know which it will be: it plans before it sees the pattern.
 */
import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "./connect.ts";
import type { Tables } from "./tables.ts";

/** How many matches are counted, and can be paged through: the specification's ten a page for a thousand pages. */
export const mostMatches = 10_000;

/** What a text has to fulfil. */
export type Fits = (text: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface SearchedTable {
  /** The table with its alias, as `players p`. */
  from: RawBuilder<unknown>;
  alias: string;
  /** What is searched and sorted by, as its index has it. */
  key: RawBuilder<unknown>;
  /** True of the rows that are searched at all. */
  searched: RawBuilder<unknown>;
  /** What comes before the key in the order, where something does. False comes first. */
  first?: RawBuilder<boolean>;
  /** Rows that are found by a text of something else: selections of their ids. */
  alsoFound?: (fits: Fits) => readonly RawBuilder<unknown>[];
  /** The same as conditions on a row, for few rows: each of them is looked at, and nothing beyond them. */
  alsoFits?: (fits: Fits) => readonly RawBuilder<unknown>[];
  /** The condition by which an index finds texts of fewer than three letters in a row, if there is one. */
  holdsShort?: (query: string) => RawBuilder<unknown>;
}

export interface SearchPage {
  query: string;
  offset: number;
  limit: number;
}

export interface Found {
  ids: string[];
  /** Exact up to `mostMatches`. */
  total: number;
}

/** One page of ids in the order of the key, then of age. An empty query finds everything. Beyond the end: no ids, the same total. */
export async function searchTable(database: Database, table: SearchedTable, page: SearchPage): Promise<Found> {
  return database.transaction().execute(async (transaction) => {
    // Compiling a statement takes longer than any of these.
    await sql`set local jit = off`.execute(transaction);
    // The planner believes that short texts are cheaply looked for in every row.
    if (isShort(table, page.query)) await sql`set local enable_seqscan = off`.execute(transaction);
    return search(transaction, table, page);
  });
}

async function search(transaction: Transaction<Tables>, table: SearchedTable, { query, offset, limit }: SearchPage): Promise<Found> {
  const few = await sql<{ total: number; id: string | null }>`${fewMatches(table, { query, offset, limit })}`.execute(transaction);
  const total = few.rows[0]?.total ?? 0;
  if (total <= mostMatches) return { ids: few.rows.flatMap(({ id }) => id ?? []), total };
  const left = Math.min(limit, mostMatches - offset);
  if (left <= 0) return { ids: [], total: mostMatches };
  const many = await sql<{ id: string }>`${manyMatches(table, { query, offset, limit: left })}`.execute(transaction);
  return { ids: many.rows.map(({ id }) => id), total: mostMatches };
}

/** Whether the index of short texts is asked. */
function isShort({ holdsShort }: SearchedTable, query: string): boolean {
  return holdsShort !== undefined && query !== "" && !hasTrigram(query);
}

function fewMatches(table: SearchedTable, { query, offset, limit }: SearchPage): RawBuilder<unknown> {
  const alias = sql.ref(table.alias);
  const order = sql`${table.first === undefined ? sql`` : sql`h.first, `}h.key, h.created_at, h.id`;
  return sql`
    with hits as materialized (
      select ${alias}.id, ${table.first ?? sql`null`} as first, ${table.key} as key, ${alias}.created_at from ${table.from}
      where ${table.searched} and ${condition(table, query)}
      limit ${mostMatches + 1}
    )
    select counted.total, page.id
    from (select count(*)::int as total from hits) counted
    left join lateral (
      select h.id, row_number() over (order by ${order}) as place from hits h
      where counted.total <= ${mostMatches}
      order by ${order} limit ${limit} offset ${offset}
    ) page on true
    order by page.place`;
}

function manyMatches(table: SearchedTable, { query, offset, limit }: SearchPage): RawBuilder<unknown> {
  const alias = sql.ref(table.alias);
  // Not `like`: an index that finds texts would be tempting here, and wrong.
  const holds = (text: RawBuilder<unknown>) => sql`strpos(${text}, lower(${query})) > 0`;
  const others = (table.alsoFound?.(holds) ?? []).map((ids) => sql`${alias}.id in (${ids})`);
  const ways = [holds(table.key), ...others, ...(table.alsoFits?.(holds) ?? [])];
  const found = query === "" ? sql`true` : sql`(${sql.join(ways, sql` or `)})`;
  return sql`
    select ${alias}.id from ${table.from} where ${table.searched} and ${found}
    order by ${table.first === undefined ? sql`` : sql`${table.first}, `}${table.key}, ${alias}.created_at, ${alias}.id
    limit ${limit} offset ${offset}`;
}

function condition(table: SearchedTable, query: string): RawBuilder<unknown> {
  if (query === "") return sql`true`;
  const pattern = `%${escapeLike(query)}%`;
  const isLong = hasTrigram(query);
  const fits: Fits = (text) => (isLong ? sql`${text} like lower(${pattern})` : sql`strpos(${text}, lower(${query})) > 0`);
  const own = isLong || table.holdsShort === undefined ? fits(table.key) : sql`${table.holdsShort(query)} and ${fits(table.key)}`;
  if (table.alsoFits !== undefined) return sql`(${sql.join([own, ...table.alsoFits(fits)], sql` or `)})`;
  if (table.alsoFound === undefined) return own;
  const id = sql`${sql.ref(table.alias)}.id`;
  // One index for each text: a condition with `or` would read all rows.
  const ways = [sql`select ${id} from ${table.from} where ${own}`, ...table.alsoFound(fits)];
  return sql`${id} in (${sql.join(ways, sql` union all `)})`;
}

/** Only letters and digits make trigrams: of a part without three in a row the index would be read whole. */
function hasTrigram(query: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(query);
}

/** `%`, `_` and `\` mean themselves. */
function escapeLike(query: string): string {
  return query.replace(/[\\%_]/g, "\\$&");
}
