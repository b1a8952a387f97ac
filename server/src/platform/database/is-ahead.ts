import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * Whether a time is in the future. Codes live for minutes, and statistics are older. So PostgreSQL expects no more than one open code, and
 * would rather read all open codes of the platform by their end than find a code by its digest. `is true` keeps it from that index.
 */
export function isAhead(column: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} > now()) is true`;
}
