/** What the sweep removes. Some rows are kept for a while after they ended, so that a dead link can still name its cause. */

export interface SweepRule {
  table: string;
  /** The condition of rows that can go. */
  ended: string;
  /** The indexed expression that finds them, oldest first. Absent: the sweep reads the table, a range of blocks at a time. */
  by?: string;
}

/** A school still finds what it did in the same weeks of the year before. */
const overAYear = "interval '400 days'";

/**
 * Tokens go before their families and sessions before their lessons, so that such a delete cascades to few rows. The changes of a roster's run
 * and the logins of a conformance run go with it.
 */
export const sweepRules: readonly SweepRule[] = [
  // An index on last_seen_at would make each touch of a session write all of its indexes. Reading all blocks is cheaper.
  { table: "sessions", ended: "(expires_at < now() or last_seen_at + make_interval(secs => idle_seconds) < now())" },
  { table: "throttles", ended: "window_ends_at < now() and blocked_until < now()", by: "window_ends_at" },
  { table: "known_devices", ended: "expires_at < now()", by: "expires_at" },
  { table: "login_transactions", ended: "expires_at < now()", by: "expires_at" },
  { table: "passkey_challenges", ended: "expires_at < now()", by: "expires_at" },
  // A teacher's groups that Feide has not told by then are read after the next login. The row has a sealed token of Feide.
  { table: "group_readings", ended: "asked_at < now() - interval '10 minutes'", by: "asked_at" },
  { table: "game_consents", ended: "expires_at < now()", by: "expires_at" },
  { table: "game_codes", ended: "expires_at < now() - interval '1 day'", by: "expires_at" },
  { table: "device_codes", ended: "expires_at < now() - interval '1 day'", by: "expires_at" },
  // A device without a key never fetched tokens. After a year without use its class has left. A school has few devices.
  {
    table: "devices",
    ended: `(removed_at < now() - interval '30 days' or last_seen_at < now() - ${overAYear}
      or (key_digest is null and created_at < now() - interval '1 day'))`,
  },
  { table: "class_imports", ended: "created_at < now() - interval '30 days'", by: "created_at" },
  { table: "roster_runs", ended: "made_at < now() - interval '30 days'", by: "made_at" },
  // The school sees for a year where its students went.
  { table: "transfers", ended: `expires_at < now() - ${overAYear}`, by: "expires_at" },
  // Their logins and observations go with them: at most 600 rows each.
  { table: "conformance_runs", ended: "created_at < now() - interval '30 days'", by: "created_at" },
  // What each account plays: a scene and a walk.
  { table: "conformance_turns", ended: "changed_at < now() - interval '1 day'", by: "changed_at" },
  { table: "one_time_codes", ended: "expires_at < now() - interval '1 day'", by: "expires_at" },
  { table: "support_views", ended: `begins_at < now() - ${overAYear}`, by: "begins_at" },
  { table: "badges", ended: `least(expires_at, voided_at) < now() - ${overAYear}`, by: "least(expires_at, voided_at)" },
  { table: "account_links", ended: "expires_at < now() - interval '30 days'", by: "expires_at" },
  { table: "email_proposals", ended: "expires_at < now()", by: "expires_at" },
  { table: "link_requests", ended: "created_at < now() - interval '1 day'", by: "created_at" },
  { table: "refresh_tokens", ended: "expires_at < now() - interval '30 days'", by: "expires_at" },
  { table: "token_families", ended: "expires_at < now() - interval '30 days'", by: "expires_at" },
  { table: "logout_notices", ended: "expires_at < now()", by: "expires_at" },
  // Until then a receipt is found (erasures/queries.ts). The table has few rows, so no order by its index is needed.
  { table: "erasures", ended: "erased_at < now() - interval '3 years'" },
  { table: "lessons", ended: `ended_at < now() - ${overAYear}`, by: "ended_at" },
  // A portal writes its row every minute, and removes it when it stops.
  { table: "portals", ended: "last_seen_at < now() - interval '1 hour'" },
  { table: "signing_keys", ended: "published_until < now() - interval '30 days'", by: "published_until" },
  { table: "outbox", ended: "coalesce(sent_at, abandoned_at) < now() - interval '30 days'", by: "coalesce(sent_at, abandoned_at)" },
];
