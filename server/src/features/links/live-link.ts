/** When a mailed link works. */
import { sql } from "kysely";

/** So many wrong e-mail addresses end a link. */
export const wrongAddresses = sql.lit(5);

/** Whether a row of account_links works. */
export const isLiveLink = sql<boolean>`used_at is null and replaced_at is null and expires_at > now() and failed_attempts < ${wrongAddresses}`;
