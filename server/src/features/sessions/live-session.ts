/** When a session ends, for rows of `sessions`. */
import { sql } from "kysely";

/** Its end without further use. */
export const sessionEndsAt = sql<Date>`least(expires_at, last_seen_at + make_interval(secs => idle_seconds))`;

export const isLiveSession = sql<boolean>`${sessionEndsAt} > now()`;
