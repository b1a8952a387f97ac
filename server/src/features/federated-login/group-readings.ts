/** The groups of a teacher at Feide are read after the login, by the token of the login. */
import { sql } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";

export interface GroupReading {
  accountId: string;
  /** Throws if no key of the vault opens it. */
  accessToken: () => string;
  askedAt: Date;
  attempts: number;
}

/** Longer than any access token of Feide. */
const longestToken = 4096;

/** Asks for the reading if a school of the account is connected to Feide's groups. The latest login of an account counts. */
export async function askForGroups(
  { settings, vault }: Pick<AppContext, "settings" | "vault">,
  database: Database,
  { accountId, accessToken }: { accountId: string; accessToken: string },
): Promise<void> {
  if (settings.feideGroupsUrl === undefined || accessToken.length > longestToken) return;
  await sql`
    insert into group_readings (account_id, sealed_access_token)
    select ${accountId}::uuid, ${vault.seal(accessToken)}
    where exists (
      select from organization_members m join roster_connections c on c.organization_id = m.organization_id
      where m.account_id = ${accountId}::uuid and c.source = 'FEIDE'
    )
    on conflict (account_id) do update
    set sealed_access_token = excluded.sealed_access_token, asked_at = now(), attempts = 0, read_after = now()`.execute(database);
}

/**
 * Claims a reading by postponing its next try. If this process dies, another process claims it later. Returns undefined if none is due. A
 * reading is given up after ten minutes; the sweep removes it.
 */
export async function claimGroupReading({ database, vault }: Pick<AppContext, "database" | "vault">): Promise<GroupReading | undefined> {
  const { rows } = await sql<{ account_id: string; sealed_access_token: Buffer; asked_at: Date; attempts: number }>`
    update group_readings set attempts = attempts + 1, read_after = now() + interval '30 seconds'
    where account_id = (
      select account_id from group_readings
      where read_after <= now() and asked_at > now() - interval '10 minutes' order by read_after limit 1 for update skip locked
    )
    returning account_id, sealed_access_token, asked_at, attempts`.execute(database);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { account_id: accountId, asked_at: askedAt, attempts } = row;
  return { accountId, askedAt, attempts, accessToken: () => vault.open(row.sealed_access_token) };
}

/** Removes a reading that is done or given up, unless a later login asked again. */
export async function endGroupReading(database: Database, { accountId, askedAt }: GroupReading): Promise<void> {
  // A date of JavaScript has milliseconds only.
  await sql`
    delete from group_readings where account_id = ${accountId}::uuid and date_trunc('milliseconds', asked_at) = ${askedAt}`.execute(
    database,
  );
}
