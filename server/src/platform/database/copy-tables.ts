/**
 * Copies all rows of one database to another of the same version, and compares both. PostgreSQL writes and reads the rows as
 * JSON, so that no value passes through types of this program.
 */
import type { RunScript } from "./connect.ts";
import { quoted } from "./quote-name.ts";

/** Runs one statement with parameters, in the transaction of the target. */
export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface Copying {
  /** Both are inside a transaction. */
  source: RunScript;
  target: RunStatement;
  /** Called after each batch, and with `isVerified` once both sides are the same. */
  onProgress(progress: { table: string; rows: number; isVerified: boolean }): void;
}

/** Both sides write the same text for a value only with the same settings. */
export const sameWriting =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; " +
  "set local extra_float_digits = 1";

/** Tables that migrations fill, so that a new database has rows in them. The copy replaces these rows. */
const filledByMigrations: readonly string[] = ["permissions", "roles", "role_permissions"];
/** Its rows belong to each database, because they say which migrations ran there. */
const versions = "migrations";

const batch = 500;

/** Thrown if the target's rows differ from those that were sent. The caller undoes the transaction. */
export class CopyFault extends Error {}

/** Returns the tables in the order in which rows can be inserted: what is referred to comes first. */
export async function listTables(run: RunScript): Promise<string[]> {
  const tables = await run(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '${versions}'
    order by relname`);
  const references = await run(`
    select distinct f.relname as source, t.relname as target from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conparentid = 0 and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`);
  const ordered: string[] = [];
  let waiting = tables.map(({ name }) => String(name));
  while (waiting.length > 0) {
    const isFree = (table: string): boolean =>
      !references.some(({ source, target }) => source === table && waiting.includes(String(target)));
    const free = waiting.filter(isFree);
    if (free.length === 0) throw new CopyFault(`These tables refer to each other in a circle: ${waiting.join(", ")}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Returns the tables that have rows although a new installation has none in them. */
export async function findUsedTables(run: RunStatement, tables: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const table of tables.filter((each) => !filledByMigrations.includes(each))) {
    if ((await run(`select from ${quoted(table)} limit 1`)).length > 0) used.push(table);
  }
  return used;
}

/**
 * Copies every table and the sequences, then verifies each table. Throws a CopyFault if a table differs. Returns the number of rows. Events
 * from before the target's first month go into the first part of its history.
 */
export async function copyTables({ source, target, onProgress }: Copying): Promise<number> {
  const tables = await listTables(source);
  // In reverse order, because rows that refer to others go first.
  for (const table of tables.filter((each) => filledByMigrations.includes(each)).toReversed()) await target(`delete from ${quoted(table)}`);
  for (const table of tables) await copyTable(table, { source, target, onProgress });
  await copySequences(source, target);
  let total = 0;
  for (const table of tables) {
    const statement = await digestStatement(source, table);
    const [sent] = await source(statement);
    const [arrived] = await target(statement);
    if (sent === undefined || sent["rows"] !== arrived?.["rows"] || sent["digest"] !== arrived?.["digest"]) {
      throw new CopyFault(`${table}: the copy differs from the original (${sent?.["rows"]} rows sent, ${arrived?.["rows"]} arrived).`);
    }
    const rows = Number(sent["rows"]);
    onProgress({ table, rows, isVerified: true });
    total += rows;
  }
  return total;
}

async function copyTable(table: string, { source, target, onProgress }: Copying): Promise<void> {
  const columns = await listColumns(source, table);
  const name = quoted(table);
  await source(`declare copied no scroll cursor for select to_json(each)::text as row from (select ${columns} from ${name}) each`);
  let rows = 0;
  for (;;) {
    const fetched = await source(`fetch ${batch} from copied`);
    if (fetched.length === 0) break;
    await target(
      `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${fetched.map(({ row }) => String(row)).join(",")}]`],
    );
    rows += fetched.length;
    onProgress({ table, rows, isVerified: false });
  }
  await source("close copied");
}

/** Lists the columns that hold values of their own. The database computes the others. */
async function listColumns(run: RunScript, table: string): Promise<string> {
  const rows = await run(`
    select attname as name from pg_attribute
    where attrelid = '${quoted(table)}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  return rows.map(({ name }) => quoted(String(name))).join(", ");
}

/** A sum does not depend on the order of rows. 60 bits of each row's hash fit a bigint. */
async function digestStatement(run: RunScript, table: string): Promise<string> {
  const row = `row(${await listColumns(run, table)})::text`;
  return `
    select count(*)::text as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 15))::bit(60)::bigint::numeric), 0)::text as digest
    from ${quoted(table)}`;
}

/** Sets each sequence to go on where the original stopped. */
async function copySequences(source: RunScript, target: RunStatement): Promise<void> {
  for (const { name } of await source(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'",
  )) {
    const sequence = quoted(String(name));
    const [state] = await source(`select last_value::text as last_value, is_called from ${sequence}`);
    await target("select setval($1::regclass, $2::bigint, $3::boolean)", [sequence, state?.["last_value"], state?.["is_called"]]);
  }
}
