/** Inserts many teachers with a session each by SQL. A session's secret is derived from its number. */
import { hashSync } from "@node-rs/argon2";
import { runSql } from "./database.ts";

export interface PortalFill {
  accounts: number;
  passwordHash?: string;
  /** SQL: when the session was last used. The next call updates it if it is older than a minute. */
  lastSeen?: string;
}

const accountsPerOrganization = 500;
/** SQL: the ids of an account and of its organization, by the SQL of the account's number. */
export const accountId = (number: string): string => uuidOf(`'account ' || ${number}`);
export const organizationIdOf = (number: string): string => uuidOf(`'organization ' || ${number} / ${accountsPerOrganization}`);

const filledTables = ["organizations", "accounts", "account_login_types", "organization_members", "account_roles", "sessions"];

/** Spread over the last minute, as in daily use: a session is marked as seen at most once a minute. */
const spreadOverTheMinute = "now() - random() * interval '1 minute'";

export async function fillPortal(url: string, { accounts, passwordHash = "", lastSeen = spreadOverTheMinute }: PortalFill): Promise<void> {
  const series = `generate_series(1, ${accounts}) as i`;
  const account = accountId("i");
  const organization = organizationIdOf("i");
  await runSql(
    url,
    `begin;
    -- The rows are correct by construction; checking a million references would take longer than the measurement.
    set local session_replication_role = replica;
    insert into organizations (id, key, description)
      select ${uuidOf("'organization ' || i")}, 'bench-' || i, 'School ' || i from generate_series(0, ${Math.ceil(accounts / accountsPerOrganization)}) as i;
    insert into accounts (id, email, display_name, status, password_hash, activated_at)
      select ${account}, 'teacher' || i || '@bench.example', 'Teacher ' || i, 'ACTIVE', nullif('${passwordHash}', ''), now() from ${series};
    insert into account_login_types (account_id, login_type) select ${account}, 'PASSWORD' from ${series};
    insert into organization_members (account_id, organization_id, is_primary) select ${account}, ${organization}, true from ${series};
    insert into account_roles (account_id, role_key, organization_id) select ${account}, 'teacher', ${organization} from ${series};
    insert into sessions (digest, account_id, organization_id, login_type, device_name, last_seen_at, idle_seconds, expires_at)
      select substring(sha256(convert_to('bench' || lpad(i::text, 38, '0'), 'UTF8')) for 16), ${account}, ${organization}, 'PASSWORD', 'Firefox on Windows',
        ${lastSeen}, 28800, now() + interval '7 days' from ${series};
    commit`,
  );
  // Only the filled tables. A table that was analyzed while empty is read whole until PostgreSQL analyzes it again.
  await runSql(url, `vacuum analyze ${filledTables.join(", ")}`);
}

/** SQL that derives a uuid from the SQL of a text, with "version 4" where the contract checks it. */
export function uuidOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
}

/** Hashes with the portal's own parameters (server/src/platform/hashing/argon2-parameters.ts). */
export function hashOf(password: string): string {
  return hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export function teacherEmail(number: number): string {
  return `teacher${number}@bench.example`;
}

export function sessionCookie(number: number): string {
  return `session=bench${String(number).padStart(38, "0")}`;
}
