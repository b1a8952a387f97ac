/** Seals everything again with the first key of SECRET_KEY, in batches, while portals run. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { keyThatOpens, openWith, sealWith } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";

interface SealedColumn {
  table: string;
  id: string;
  idType: "text" | "uuid" | "bytea";
  column: string;
}

/** Every sealed column, besides the canary's. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "signing_keys", id: "kid", idType: "text", column: "sealed_private_jwk" },
  { table: "second_factors", id: "account_id", idType: "uuid", column: "sealed_secret" },
  { table: "provider_logins", id: "session_digest", idType: "bytea", column: "sealed_id_token" },
  { table: "group_readings", id: "account_id", idType: "uuid", column: "sealed_access_token" },
  { table: "token_families", id: "id", idType: "uuid", column: "successor_key" },
  { table: "badges", id: "id", idType: "uuid", column: "sealed_code" },
];

export interface Resealed {
  table: string;
  /** Sealed again in this run. */
  resealed: number;
  /** Sealed with the first key before. */
  current: number;
  /** No key of the list opens them. */
  lost: number;
}

interface ResealOptions {
  batch: number;
  onBatch: (soFar: Resealed) => void;
}

type Row = { id: unknown; sealed: Buffer };

/** Can be stopped and started again: rows that the first key sealed are skipped. A row that changes meanwhile is left to the next pass. */
export async function resealColumn(
  database: Database,
  { column, keys }: { column: SealedColumn; keys: SecretKeys },
  { batch, onBatch }: ResealOptions,
): Promise<Resealed> {
  const counts: Resealed = { table: column.table, resealed: 0, current: 0, lost: 0 };
  let after: unknown;
  for (;;) {
    const rows = await rowsAfter(database, column, { after, batch });
    const last = rows.at(-1);
    if (last === undefined) return counts;
    after = last.id;
    const changes = rows.flatMap((row) => changeOf(row, keys, counts));
    counts.resealed += await store(database, column, changes);
    onBatch(counts);
  }
}

interface Change extends Row {
  next: Buffer;
}

function changeOf(row: Row, keys: SecretKeys, counts: Resealed): Change[] {
  const key = keyThatOpens(keys, row.sealed);
  if (key === undefined) counts.lost++;
  else if (key === keys[0]) counts.current++;
  else return [{ ...row, next: sealWith(keys[0], openWith(key, row.sealed)) }];
  return [];
}

/** In order of the id. The 32 plain bytes that old token families have are no sealed text. */
async function rowsAfter(
  database: Database,
  { table, id, idType, column }: SealedColumn,
  { after, batch }: { after: unknown; batch: number },
): Promise<Row[]> {
  const further = after === undefined ? sql`true` : sql`${sql.ref(id)} > ${after}::${sql.raw(idType)}`;
  const { rows } = await sql<Row>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${further} and octet_length(${sql.ref(column)}) <> 32
    order by ${sql.ref(id)} limit ${batch}`.execute(database);
  return rows;
}

/** Locks the rows in order, so that two runs do not deadlock. Skips rows that a portal has changed since they were read. */
async function store(database: Database, { table, id, idType, column }: SealedColumn, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const { rows } = await sql`
    with given as (
      select * from unnest(
        ${changes.map((change) => asText(change.id))}::text[]::${sql.raw(idType)}[],
        ${changes.map(({ sealed }) => asText(sealed))}::text[]::bytea[],
        ${changes.map(({ next }) => asText(next))}::text[]::bytea[]
      ) as given (id, sealed, next)
    ), held as (
      select t.${sql.ref(id)} as id, given.next from ${sql.table(table)} t
      join given on given.id = t.${sql.ref(id)} and given.sealed = t.${sql.ref(column)}
      order by t.${sql.ref(id)} for update of t
    )
    update ${sql.table(table)} t set ${sql.ref(column)} = held.next from held where t.${sql.ref(id)} = held.id
    returning 1`.execute(database);
  return rows.length;
}

/** The drivers differ in arrays of bytes, so write them as text. */
function asText(value: unknown): string {
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value);
}
