/** Inserts many sessions, token families and refresh tokens by SQL, most of them expired, in the order of their time. */
import * as z from "zod/mini";
import { tell } from "#/figures/run-bench.ts";
import { runSql } from "./database.ts";

export interface ExpiredFill {
  sessions: number;
  refreshTokens: number;
  /** The share of rows that have ended. */
  ended: number;
  /** The accounts of `fillPortal`, which own the rows. */
  accounts: number;
}

const chunk = 500_000;
const tokensOfFamily = 10;
const kept = ["sessions", "token_families", "refresh_tokens"];
const index = z.object({ indexname: z.string(), indexdef: z.string() });
/** Checks of references and messages to boards would take longer than the measurement. */
const trusting = "set session_replication_role = replica; set synchronous_commit = off;";

export async function fillExpired(url: string, { sessions, refreshTokens, ended, accounts }: ExpiredFill): Promise<void> {
  await runSql(
    url,
    `create table bench_people as select a.id, m.organization_id, row_number() over (order by a.email)::int as place
    from accounts a join organization_members m on m.account_id = a.id where a.email like 'teacher%@bench.example'`,
  );
  await runSql(url, "create unique index on bench_people (place)");
  const known = await runSql(
    url,
    `select indexname, indexdef from pg_indexes where tablename in ('${kept.join("', '")}') and indexname not like '%_pkey'`,
  );
  const indexes = z.array(index).parse(known);
  for (const { indexname } of indexes) await runSql(url, `drop index ${indexname}`);
  const person = `bench_people p on p.place = 1 + i % ${accounts}`;
  // The oldest rows have ended. Live rows come last, as in a table that grew.
  const age = (rows: number, days: number): string => `make_interval(secs => (${rows} * ${ended}::float8 - i) / ${rows} * ${days} * 86400)`;
  const families = Math.ceil(refreshTokens / tokensOfFamily);
  await inChunks("sessions", sessions, (series) =>
    runSql(
      url,
      `${trusting} insert into sessions (digest, account_id, organization_id, login_type, device_name, created_at, last_seen_at, idle_seconds, expires_at)
        select substring(sha256(convert_to('expired ' || i, 'UTF8')) for 16), p.id, p.organization_id, 'PASSWORD', 'Firefox on Windows',
          now() - ${age(sessions, 30)} - interval '8 hours', now() - ${age(sessions, 30)} - interval '8 hours', 28800, now() - ${age(sessions, 30)}
        from ${series} join ${person}`,
    ),
  );
  await inChunks("token families", families, (series) =>
    runSql(
      url,
      `${trusting} insert into token_families (id, account_id, organization_id, client_id, game_id, scope, login_type, successor_key, idle_seconds, created_at, expires_at)
        select md5('family ' || i)::uuid, p.id, p.organization_id, '1', 1, 'PLAYER', 'PASSWORD', sha256(convert_to('key ' || i, 'UTF8')), 28800,
          now() - ${age(families, 60)} - interval '40 days', now() - ${age(families, 60)} - interval '30 days'
        from ${series} join ${person}`,
    ),
  );
  await inChunks("refresh tokens", refreshTokens, (series) =>
    runSql(
      url,
      `${trusting} insert into refresh_tokens (digest, family_id, created_at, expires_at)
        select sha256(convert_to('token ' || i, 'UTF8')), md5('family ' || (1 + (i - 1) / ${tokensOfFamily}))::uuid,
          now() - ${age(refreshTokens, 60)} - interval '40 days', now() - ${age(refreshTokens, 60)} - interval '30 days'
        from ${series}`,
    ),
  );
  tell("building the indexes");
  for (const { indexdef } of indexes) await runSql(url, indexdef);
  await runSql(url, "drop table bench_people");
  await runSql(url, "vacuum analyze");
}

async function inChunks(what: string, rows: number, insert: (series: string) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= rows; from += chunk) {
    tell(`${what}: ${Math.round(from / 1e5) / 10} of ${rows / 1e6} million`);
    await insert(`generate_series(${from}, ${Math.min(rows, from + chunk - 1)}) as i`);
  }
}
