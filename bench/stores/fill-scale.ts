/** Fills a platform in the proportions of 10 million accounts, 20 million sessions and 100 million events. */
import * as z from "zod/mini";
import { tell } from "#/figures/run-bench.ts";
import { runSql } from "./database.ts";
import { accountId, fillPortal, organizationIdOf } from "./fill-portal.ts";

export interface Sizes {
  accounts: number;
  /** Twice the accounts: each has a browser at home and another at school. */
  sessions: number;
  events: number;
}

export function sizesOf(share: number): Sizes {
  return { accounts: Math.round(10_000_000 * share), sessions: Math.round(20_000_000 * share), events: Math.round(100_000_000 * share) };
}

const index = z.object({ indexname: z.string(), indexdef: z.string() });
const chunk = 500_000;
/** Events of so many days, the newest today. */
const days = 90;

export async function fillScale(url: string, sizes: Sizes, passwordHash: string): Promise<void> {
  tell(`${sizes.accounts} accounts with a session each`);
  await fillPortal(url, { accounts: sizes.accounts, passwordHash });
  tell("a second session for each");
  await inChunks(sizes.sessions - sizes.accounts, (from, to) =>
    runSql(
      url,
      `set session_replication_role = replica;
      insert into sessions (digest, account_id, organization_id, login_type, device_name, last_seen_at, idle_seconds, expires_at)
      select substring(sha256(convert_to('second' || i, 'UTF8')) for 16), ${accountId("i")}, ${organizationIdOf("i")}, 'PASSWORD', 'Chrome on Android',
        now() - random() * interval '3 days', 604800, now() + interval '7 days' from generate_series(${from}, ${to}) i`,
    ),
  );
  await fillEvents(url, sizes);
  await runSql(url, "vacuum analyze");
}

/** Three events for each login with hand-over, as the portal writes them. Indexes are made afterwards, which is many times faster. */
async function fillEvents(url: string, { accounts, events }: Sizes): Promise<void> {
  const indexes = z
    .array(index)
    .parse(
      await runSql(
        url,
        `select indexname, indexdef from pg_indexes where tablename = 'audit_events' and indexname not in (select conname from pg_constraint)`,
      ),
    );
  for (const { indexname } of indexes) await runSql(url, `drop index ${indexname}`);
  await inChunks(events, (from, to) => {
    tell(`events ${from} to ${to}`);
    const number = `(1 + abs(hashint4(i / 3)) % ${accounts})`;
    return runSql(
      url,
      `set session_replication_role = replica;
      insert into audit_events (at, event, actor_id, target_id, organization_id, request_id, network, details)
      select now() - interval '${days} days' * ((${events} - i)::float8 / ${events}),
        (array['login_succeeded', 'game_code_issued', 'tokens_issued'])[1 + i % 3], ${accountId(number)}, ${accountId(number)}, ${organizationIdOf(number)},
        md5('request ' || i / 3)::uuid::text, '192.0.2.0/24', '{"loginType": "PASSWORD", "stage": "FULL", "gameId": 4}'
      from generate_series(${from}, ${to}) i`,
    );
  });
  tell("indexes of the history");
  // The definition of an index on a partitioned table says ONLY, which would leave out its partitions.
  for (const { indexdef } of indexes) await runSql(url, indexdef.replace(" ON ONLY ", " ON "));
}

async function inChunks(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += chunk) await insert(from, Math.min(count, from + chunk - 1));
}
