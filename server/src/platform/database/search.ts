/**
 * Searches a large table for a part of a text, fast for rare and for frequent parts. An index finds the matches, which are
 * counted up to a bound. Below the bound the matches are sorted. Above it the table is read in its order, where frequent matches
 * are usually close together. The planner cannot choose, because it plans before it sees the pattern.
 */
import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "./connect.ts";
import type { Tables } from "./tables.ts";

/** The bound for counting and paging: a thousand pages of the specification's ten rows. */
export const mostMatches = 10_000;

/** A condition on a text. */
export type Fits = (text: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface SearchedTable {
  /** The table with its alias, as `players p`. */
  from: RawBuilder<unknown>;
  alias: string;
  /** The expression to search and sort by, in lower case, as `lower(p.name)`; must equal that of its index. */
  key: RawBuilder<unknown>;
  /** Condition for the rows that are searched at all. */
  searched: RawBuilder<unknown>;
  /** Sorts before the key; false comes first. */
  first?: RawBuilder<boolean>;
  /** Subqueries for ids of rows that match by another table's text. A table gives these, or `alsoFits`, or neither. */
  alsoFound?: (fits: Fits) => readonly RawBuilder<unknown>[];
  /** The same as conditions on a row, for a caller whose `searched` leaves few rows, so that only these are read. */
  alsoFits?: (fits: Fits) => readonly RawBuilder<unknown>[];
  /** Condition that an index supports for texts with fewer than three letters in a row. */
  holdsShort?: (query: string) => RawBuilder<unknown>;
}

export interface SearchPage {
  /** In the normal form (NFC or NFKC) in which the table's texts are stored. */
  query: string;
  offset: number;
  limit: number;
}

export interface Found {
  ids: string[];
  /** Exact up to `mostMatches`. */
  total: number;
}

/**
 * Returns one page of ids ordered by `first`, key, time of creation and id. An empty query finds everything. A page beyond the end has no ids and
 * the same total.
 */
export async function searchTable(database: Database, table: SearchedTable, page: SearchPage): Promise<Found> {
  return database.transaction().execute(async (transaction) => {
    // The pool cannot turn it off behind a pooler. Compiling a statement takes longer than running any of these.
    await sql`set local jit = off`.execute(transaction);
    // Without this the planner scans the table, because it underestimates the cost for short texts.
    if (isShort(table, page.query)) await sql`set local enable_seqscan = off`.execute(transaction);
    return search(transaction, table, page);
  });
}

/** Found rows of one statement, so that a long export needs little memory. */
const mostAtOnce = 500;

/** Yields the rows of these ids in their order, up to 500 at a time. Holds no connection between two parts. */
export async function* inParts<T>(ids: readonly string[], read: (part: readonly string[]) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let from = 0; from < ids.length; from += mostAtOnce) yield await read(ids.slice(from, from + mostAtOnce));
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

/** Whether to use the index for short texts. */
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
  // Not `like`: the planner would choose a text index here, which is wrong.
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
  // One branch per text, each with its index. A condition with `or` would read all rows.
  const ways = [sql`select ${id} from ${table.from} where ${own}`, ...table.alsoFound(fits)];
  return sql`${id} in (${sql.join(ways, sql` union all `)})`;
}

/** Only letters and digits form trigrams. A query without three in a row would read the whole index. */
function hasTrigram(query: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(query);
}

/** Makes `%`, `_` and `\` match literally. */
function escapeLike(query: string): string {
  return query.replace(/[\\%_]/g, "\\$&");
}
