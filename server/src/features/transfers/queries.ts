import { sql } from "kysely";
import type { Transaction } from "kysely";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";

type EndedAs = NonNullable<Tables["transfers"]["ended_as"]>;

/** Whether account `a` is a student and nothing else, in every organization and on the platform. */
const isOnlyStudentAnywhere = isOnlyStudentIn({ id: sql`a.id`, organizationId: sql`null` });

/** A student who plays in a class of an organization. */
export interface LeavingStudent {
  player_id: string;
  status: string;
  is_member: boolean;
  is_only_student: boolean;
}

/** Finds a student of a class by account. If the account plays several players of the class, returns the oldest. */
export async function findLeavingStudent(
  database: Database,
  { accountId, playerGroupId }: { accountId: string; playerGroupId: string },
): Promise<LeavingStudent | undefined> {
  const { rows } = await sql<LeavingStudent>`
    select p.id as player_id, a.status, ${isOnlyStudentAnywhere} as is_only_student,
      exists (
        select from organization_members m where m.account_id = a.id and m.organization_id = g.organization_id
      ) as is_member
    from player_groups g
    join player_group_players gp on gp.player_group_id = g.id
    join players p on p.id = gp.player_id and p.organization_id = g.organization_id
    join account_players ap on ap.player_id = p.id
    join accounts a on a.id = ap.account_id
    where g.id = ${playerGroupId}::uuid and a.id = ${accountId}::uuid
    order by p.created_at, p.id limit 1`.execute(database);
  return rows[0];
}

export interface ChangingStudent {
  name: string;
  /** Of the school that the student leaves. */
  is_active_member: boolean;
  is_only_student: boolean;
  /** Whether the account is a member of the other school already. */
  is_there: boolean;
}

/** Reads what decides whether a student may go from one organization to another. */
export async function findChangingStudent(
  database: Database,
  of: { accountId: string; fromOrganizationId: string; toOrganizationId: string },
): Promise<ChangingStudent | undefined> {
  const memberOf = (organizationId: string) => sql`exists (
    select from organization_members m where m.account_id = a.id and m.organization_id = ${organizationId}::uuid
  )`;
  const { rows } = await sql<ChangingStudent>`
    select coalesce(a.display_name, '') as name, a.status = 'ACTIVE' and ${memberOf(of.fromOrganizationId)} as is_active_member,
      ${isOnlyStudentAnywhere} as is_only_student, ${memberOf(of.toOrganizationId)} as is_there
    from accounts a where a.id = ${of.accountId}::uuid`.execute(database);
  return rows[0];
}

export interface NewTransfer {
  organizationId: string;
  playerGroupId: string;
  accountId: string;
  playerId: string;
  digest: Buffer;
  openedBy: string;
  validForSeconds: number;
}

/** Returns undefined if the student has an open transfer. If several calls race, one inserts. */
export async function insertTransfer(
  transaction: Transaction<Tables>,
  transfer: NewTransfer,
): Promise<{ id: string; expires_at: Date } | undefined> {
  const { accountId, organizationId } = transfer;
  // The unique index counts an expired transfer as open until it is marked.
  await sql`
    update transfers set ended_at = expires_at, ended_as = 'EXPIRED'
    where account_id = ${accountId}::uuid and organization_id = ${organizationId}::uuid and ended_at is null and expires_at <= now()`.execute(
    transaction,
  );
  return transaction
    .insertInto("transfers")
    .values({
      organization_id: organizationId,
      player_group_id: transfer.playerGroupId,
      account_id: accountId,
      player_id: transfer.playerId,
      digest: transfer.digest,
      opened_by: transfer.openedBy,
      expires_at: sql<Date>`now() + make_interval(secs => ${transfer.validForSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "expires_at"])
    .executeTakeFirst();
}

export interface TransferRow {
  id: string;
  organization_id: string;
  organization_key: string;
  player_group_id: string;
  account_id: string;
  student_name: string;
  opened_at: Date;
  expires_at: Date;
  /** Whether its time is over, also if the transfer was ended before. */
  is_expired: boolean;
  ended_at: Date | null;
  ended_as: EndedAs | null;
  /** The key of the school that accepted or declined. */
  to_key: string | null;
}

const transferRow = sql`
  select t.id, t.organization_id, o.key as organization_key, t.player_group_id, t.account_id, p.name as student_name,
    t.opened_at, t.expires_at, t.expires_at <= now() as is_expired, t.ended_at, t.ended_as, there.key as to_key
  from transfers t
  join organizations o on o.id = t.organization_id
  join players p on p.id = t.player_id
  left join organizations there on there.id = t.to_organization_id`;

/** Finds a transfer, whether it is open, ended or expired. */
export async function findTransfer(database: Database, by: { digest: Buffer } | { id: string }): Promise<TransferRow | undefined> {
  const is = "digest" in by ? sql`t.digest = ${by.digest}` : sql`t.id = ${by.id}::uuid`;
  const { rows } = await sql<TransferRow>`${transferRow} where ${is}`.execute(database);
  return rows[0];
}

/** Lists open, ended and expired transfers of a class, newest first. At most two hundred, far more than a class has. */
export async function listTransfersOf(database: Database, playerGroupId: string): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    ${transferRow} where t.player_group_id = ${playerGroupId}::uuid order by t.opened_at desc, t.id limit 200`.execute(database);
  return rows;
}

export interface TransferEnd {
  id: string;
  as: EndedAs;
  endedBy: string;
  toOrganizationId?: string;
}

/** If several calls race, one ends the transfer. Returns false if it is not open. */
export async function endTransfer(transaction: Transaction<Tables>, { id, as, endedBy, toOrganizationId }: TransferEnd): Promise<boolean> {
  const { rows } = await sql`
    update transfers set ended_at = now(), ended_as = ${as}, ended_by = ${endedBy}::uuid,
      to_organization_id = ${toOrganizationId ?? null}::uuid
    where id = ${id}::uuid and ended_at is null and ${isAhead("expires_at")} returning id`.execute(transaction);
  return rows.length > 0;
}

export async function findOrganizationKeys(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.selectFrom("organizations").select(["id", "key"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}
