import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** What the lists of a school may know of the accounts. */
interface Listed {
  players: string[];
  accounts: string[];
  emails: string[];
  /** The schools of the players, and those of which the accounts are members. For accounts with an address, also schools that they left. */
  organizations: string[];
}

/**
 * Removes what the lists of their schools say of these students and teachers. A list that waits for a decision may name them, so it goes as
 * a whole. Reads the lists once for all accounts: an undo of a large list erases 20,000. Where no index helps, the ids are a subquery,
 * because PostgreSQL searches a list of a prepared statement from end to end. Call it while the players have their external ids, and the
 * accounts their addresses. It locks waiting runs after the accounts. A list that is applied locks its run first. A deadlock
 * of the two is tried again (`repeating-database.ts`).
 */
export async function forgetListed(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Listed>`
    with own as (
      select p.id, p.organization_id from players p
      where p.id in (select ap.player_id from account_players ap where ap.account_id = any(${[...accountIds]}::uuid[]))
    ), schools as (
      select organization_id from own
      union select m.organization_id from organization_members m where m.account_id = any(${[...accountIds]}::uuid[])
      union select e.organization_id from accounts a join audit_events e on e.target_id = a.id
        where a.id = any(${[...accountIds]}::uuid[]) and a.email is not null
          and e.event = 'membership_ended' and e.organization_id is not null
    )
    select coalesce((select array_agg(id) from own), '{}') as players, ${[...accountIds]}::text[] as accounts,
      coalesce((select array_agg(a.email) from accounts a where a.id = any(${[...accountIds]}::uuid[]) and a.email is not null), '{}') as emails,
      coalesce((select array_agg(organization_id) from schools), '{}') as organizations`.execute(transaction);
  const [listed = { players: [], accounts: [], emails: [], organizations: [] }] = rows;
  await deleteWaitingRuns(transaction, listed);
  await deleteChanges(transaction, listed);
  const { players } = listed;
  await sql`delete from roster_former_marks where player_id = any(${players}::uuid[])`.execute(transaction);
  await sql`delete from roster_students where player_id = any(${players}::uuid[])`.execute(transaction);
}

async function deleteWaitingRuns(transaction: Transaction<Tables>, { players, accounts, emails, organizations }: Listed): Promise<void> {
  await sql`
    delete from roster_runs r
    where r.organization_id = any(${organizations}::uuid[]) and r.decided_at is null and (
      exists (
        select from players p
        where p.id = any(${players}::uuid[]) and p.organization_id = r.organization_id and p.external_id is not null
      ) or exists (
        select from roster_changes c
        where c.run_id = r.id and (c.player_id in (select unnest(${players}::uuid[])) or c.change ->> 'accountId' in (select unnest(${accounts}::text[])))
      ) or exists (
        select from jsonb_array_elements(r.roster) listed cross join jsonb_array_elements(listed -> 'teachers') teacher
        where teacher ->> 'email' in (select unnest(${emails}::text[])) or teacher ->> 'accountId' in (select unnest(${accounts}::text[]))
      )
    )`.execute(transaction);
}

/**
 * A list that was discarded may name students as new, before they had a player. Their external id finds them there. The question whether a
 * listed class is another class (CONFLICT) names the students and teachers who would go along (`ifOther`).
 */
async function deleteChanges(transaction: Transaction<Tables>, { players, accounts, organizations }: Listed): Promise<void> {
  await sql`delete from roster_changes where player_id = any(${players}::uuid[])`.execute(transaction);
  await sql`
    delete from roster_changes c using roster_runs r
    where r.organization_id = any(${organizations}::uuid[]) and c.run_id = r.id and (
      c.change ->> 'accountId' in (select unnest(${accounts}::text[]))
      or (c.change ->> 'thing' = 'STUDENT' and exists (
        select from players p
        where p.organization_id = r.organization_id and p.external_id = c.change ->> 'externalId' and p.id in (select unnest(${players}::uuid[]))
      ))
      or (c.kind = 'CONFLICT' and exists (
        select from jsonb_array_elements(c.change -> 'ifOther') other
        where (other ->> 'playerId')::uuid in (select unnest(${players}::uuid[])) or other ->> 'accountId' in (select unnest(${accounts}::text[]))
      ))
    )`.execute(transaction);
}
