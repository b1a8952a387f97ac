/** Removes expired rows. They are refused by their expiry long before; the sweep keeps the tables small. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Some rows are kept for a while after they ended, so that a dead link can still name its cause. */
const expired = [
  "delete from sessions where expires_at < now() or last_seen_at + make_interval(secs => idle_seconds) < now()",
  "delete from throttles where window_ends_at < now() and blocked_until < now()",
  "delete from known_devices where expires_at < now()",
  "delete from login_transactions where expires_at < now()",
  "delete from game_consents where expires_at < now()",
  "delete from game_codes where expires_at < now() - interval '1 day'",
  "delete from one_time_codes where expires_at < now() - interval '1 day'",
  "delete from badges where least(expires_at, voided_at) < now() - interval '400 days'",
  "delete from account_links where expires_at < now() - interval '30 days'",
  "delete from email_proposals where expires_at < now()",
  "delete from link_requests where created_at < now() - interval '1 day'",
  "delete from refresh_tokens where expires_at < now() - interval '30 days'",
  "delete from token_families where expires_at < now() - interval '30 days'",
  "delete from signing_keys where published_until < now() - interval '30 days'",
  "delete from outbox where coalesce(sent_at, abandoned_at) < now() - interval '30 days'",
] as const;

export async function sweep(database: Database): Promise<void> {
  for (const statement of expired) await sql.raw(statement).execute(database);
}
