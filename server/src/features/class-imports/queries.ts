import { limits } from "@storyport/contract/limits";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { KnownPlayer } from "./judge-rows.ts";

/** Lists the players of these classes, oldest first. If two names look the same, `judgeRows` reports the later name. */
export async function findPlayersOf(database: Database, groupIds: readonly string[]): Promise<KnownPlayer[]> {
  const { rows } = await sql<KnownPlayer>`
    select gp.player_group_id as "playerGroupId", p.name, p.external_id as "externalId"
    from player_group_players gp join players p on p.id = gp.player_id
    where gp.player_group_id = any(${[...groupIds]}::uuid[])
    order by p.created_at, p.id`.execute(database);
  return rows;
}

/** Returns the given external ids that the organization uses. A player without an account does not count: its child left. */
export async function findExternalIds(database: Database, organizationId: string, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select p.external_id from players p
    where p.organization_id = ${organizationId}::uuid and p.external_id = any(${[...externalIds]}::text[])
      and exists (select from account_players ap where ap.player_id = p.id)`.execute(database);
  return rows.map(({ external_id }) => external_id);
}

/** Counts the players of these classes. An empty class is missing in the result. */
export async function countPlayers(database: Database, groupIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select player_group_id as id, count(*)::int as count from player_group_players
    where player_group_id = any(${[...groupIds]}::uuid[]) group by player_group_id`.execute(database);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface ImportRecord {
  id: string;
  organization_id: string;
  /** How many it added. Erased students still count. */
  students: number;
  created_by: string | null;
  created_at: Date;
  undone_at: Date | null;
  /** Made within the last quarter of an hour, when its badges need no recent login. */
  is_just_made: boolean;
}

/** Finds an import, also an import that was undone. */
export async function findImport(database: Database, importId: string): Promise<ImportRecord | undefined> {
  return database
    .selectFrom("class_imports")
    .select(["id", "organization_id", "students", "created_by", "created_at", "undone_at"])
    .select(sql<boolean>`created_at > now() - interval '15 minutes'`.as("is_just_made"))
    .where("id", "=", importId)
    .executeTakeFirst();
}

/** Locks the import. If several calls undo it, the first call does, and the other calls find it undone. */
export async function holdImport(transaction: Transaction<Tables>, importId: string): Promise<ImportRecord | undefined> {
  await sql`select from class_imports where id = ${importId}::uuid for update`.execute(transaction);
  return findImport(transaction, importId);
}

interface NewImport {
  id: string;
  organizationId: string;
  students: number;
  createdBy: string;
}

/** The browser chose the id, so that a repeated call finds the first import. Returns undefined if another call took the id just now. */
export async function insertImport(
  transaction: Transaction<Tables>,
  { id, organizationId, students, createdBy }: NewImport,
): Promise<Date | undefined> {
  const inserted = await transaction
    .insertInto("class_imports")
    .values({ id, organization_id: organizationId, students, created_by: createdBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning("created_at")
    .executeTakeFirst();
  return inserted?.created_at;
}

export interface ImportParts {
  classes: readonly { id: string; isNew: boolean }[];
  students: readonly { accountId: string; playerId: string; playerGroupId: string }[];
}

export async function insertImportParts(
  transaction: Transaction<Tables>,
  importId: string,
  { classes, students }: ImportParts,
): Promise<void> {
  await sql`
    insert into class_import_classes (class_import_id, player_group_id, is_new)
    select ${importId}::uuid, id, "isNew" from jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as given (id uuid, "isNew" boolean)
  `.execute(transaction);
  await sql`
    insert into class_import_students (class_import_id, account_id, player_id, player_group_id)
    select ${importId}::uuid, "accountId", "playerId", "playerGroupId"
    from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as given ("accountId" uuid, "playerId" uuid, "playerGroupId" uuid)
  `.execute(transaction);
}

export interface ImportClass {
  id: string;
  name: string;
  is_new: boolean;
}

/** Lists the classes of an import by name, archived classes included. */
export async function listClasses(database: Database, importId: string): Promise<ImportClass[]> {
  const { rows } = await sql<ImportClass>`
    select g.id, g.name, c.is_new from class_import_classes c join player_groups g on g.id = c.player_group_id
    where c.class_import_id = ${importId}::uuid order by lower(g.name), g.id`.execute(database);
  return rows;
}

export interface ImportedStudent {
  accountId: string;
  playerId: string;
  playerGroupId: string;
}

/** Lists the students of an import with the class into which it put them. Erased students are missing. */
export async function listImportedStudents(database: Database, importId: string): Promise<ImportedStudent[]> {
  const { rows } = await sql<ImportedStudent>`
    select account_id as "accountId", player_id as "playerId", player_group_id as "playerGroupId"
    from class_import_students where class_import_id = ${importId}::uuid order by account_id`.execute(database);
  return rows;
}

export interface ImportState {
  id: string;
  isUndone: boolean;
  isTooOld: boolean;
  /** A student has logged in, at a game too. */
  isPresent: boolean;
  /** A student was renamed, moved, deactivated or erased. */
  isChanged: boolean;
  /** A student was given a one-time code, or a badge of a student was voided or added. */
  hasOtherBadges: boolean;
  /** Other players are in a class that the import created. */
  hasGrown: boolean;
}

/** Returns what keeps each import from being undone. Accounts and players count their edits from 1. */
export async function findStates(database: Database, importIds: readonly string[]): Promise<Map<string, ImportState>> {
  const { rows } = await sql<ImportState>`
    select i.id, i.undone_at is not null as "isUndone", i.created_at <= now() - make_interval(hours => ${limits.classImport.undoHours}::int) as "isTooOld",
      exists (
        select from class_import_students s where s.class_import_id = i.id and (
          exists (select from badges b where b.account_id = s.account_id and b.last_used_at is not null)
          or exists (select from one_time_codes c where c.account_id = s.account_id and c.used_at is not null)
          or exists (select from sessions o where o.account_id = s.account_id)
          or exists (select from token_families t where t.account_id = s.account_id)
        )
      ) as "isPresent",
      i.students <> (
        select count(*) from class_import_students s
        join accounts a on a.id = s.account_id and a.status = 'ACTIVE' and a.version = 1
        join players p on p.id = s.player_id and p.version = 1
        where s.class_import_id = i.id
          and (select array_agg(gp.player_group_id) from player_group_players gp where gp.player_id = p.id) = array[s.player_group_id]
          and (select array_agg(m.organization_id) from organization_members m where m.account_id = a.id) = array[i.organization_id]
      ) as "isChanged",
      exists (
        select from class_import_students s where s.class_import_id = i.id and (
          exists (select from one_time_codes c where c.account_id = s.account_id)
          or (select count(*) <> 1 or bool_or(b.voided_at is not null) from badges b where b.account_id = s.account_id)
        )
      ) as "hasOtherBadges",
      exists (
        select from class_import_classes c join player_group_players gp on gp.player_group_id = c.player_group_id
        where c.class_import_id = i.id and c.is_new and not exists (
          select from class_import_students s where s.class_import_id = i.id and s.player_id = gp.player_id
        )
      ) as "hasGrown"
    from class_imports i where i.id = any(${[...importIds]}::uuid[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function markUndone(transaction: Transaction<Tables>, importId: string, accountId: string): Promise<void> {
  await transaction
    .updateTable("class_imports")
    .set({ undone_at: sql<Date>`now()`, undone_by: accountId })
    .where("id", "=", importId)
    .execute();
}

export interface ListedImport extends Pick<ImportRecord, "id" | "students" | "created_by" | "created_at"> {
  /** Never an address: a colleague may watch the class. */
  importedBy: string | null;
}

/** Lists at most ten imports into a class, or of an account, newest first. The sweep removes an import after 30 days. */
export async function listImports(database: Database, of: { playerGroupId: string } | { accountId: string }): Promise<ListedImport[]> {
  const chosen =
    "accountId" in of
      ? sql`i.created_by = ${of.accountId}::uuid`
      : sql`i.id in (select c.class_import_id from class_import_classes c where c.player_group_id = ${of.playerGroupId}::uuid)`;
  const { rows } = await sql<ListedImport>`
    select i.id, i.students, i.created_by, i.created_at, a.display_name as "importedBy"
    from class_imports i left join accounts a on a.id = i.created_by
    where ${chosen} and i.created_at > now() - interval '30 days'
    order by i.created_at desc, i.id limit 10`.execute(database);
  return rows;
}
