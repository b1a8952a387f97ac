/** The rights of accounts and user groups on player groups. */
import { sql } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Locks a user group of the organization until the transaction ends, and returns its id. Returns undefined for any other group, for an
 * archived group, and for a hidden group without `hiddenToo`. Lock it before the class and its rights, as edits of user groups do, to avoid
 * deadlocks.
 */
export async function holdUserGroup(
  database: Database,
  { userGroupId, organizationId, hiddenToo }: { userGroupId: string; organizationId: string; hiddenToo: boolean },
): Promise<string | undefined> {
  const found = await database
    .selectFrom("user_groups")
    .select("id")
    .where("id", "=", userGroupId)
    .where("organization_id", "=", organizationId)
    .where("group_type", "in", hiddenToo ? ["REGULAR", "HIDDEN"] : ["REGULAR"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found?.id;
}

/**
 * Finds a member of the organization by id or e-mail address, and returns the account's id. Leaves out accounts without an address, such as
 * children, who hold no rights. Locks the account, then the membership, until the transaction ends.
 */
export async function holdMember(
  database: Database,
  { organizationId, accountId, email }: { organizationId: string; accountId: string | undefined; email: string | undefined },
): Promise<string | undefined> {
  if (accountId === undefined && email === undefined) return undefined;
  const found = await database
    // The rows are locked in this order, as by an erasure.
    .selectFrom("accounts as a")
    .innerJoin("organization_members as m", "m.account_id", "a.id")
    .select("a.id")
    .where("m.organization_id", "=", organizationId)
    .where("a.status", "<>", "DELETED")
    .where("a.email", "is not", null)
    .$if(accountId !== undefined, (query) => query.where("a.id", "=", accountId ?? ""))
    .$if(email !== undefined, (query) => query.where("a.email", "=", email ?? ""))
    // The lock waits for a concurrent erasure of the account, or end of the membership.
    .forKeyShare()
    .executeTakeFirst();
  return found?.id;
}

/**
 * Returns which of the accounts are members of the organization, and locks them, as `holdMember` does. It goes through them in id order: each
 * account, then its membership.
 */
export async function holdMembers(
  database: Database,
  { organizationId, accountIds }: { organizationId: string; accountIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join organization_members m on m.account_id = a.id and m.organization_id = ${organizationId}::uuid
    where a.id = any(${[...accountIds]}::uuid[]) and a.status <> 'DELETED' and a.email is not null
    order by a.id for key share`.execute(database);
  return rows.map(({ id }) => id);
}

export interface NewRight {
  groupId: string;
  holderId: string;
  level: RightsLevel;
}

/** Returns the given rights that accounts hold at exactly the given level. */
export async function listRightsAsGiven(database: Database, rights: readonly NewRight[]): Promise<NewRight[]> {
  const { rows } = await sql<NewRight>`
    select given.*
    from jsonb_to_recordset(${JSON.stringify(rights)}::jsonb) as given ("groupId" uuid, "holderId" uuid, level text)
    join account_player_group_rights r
      on r.player_group_id = given."groupId" and r.account_id = given."holderId" and r.rights_level = given.level`.execute(database);
  return rows;
}

const keyOf = ({ groupId, holderId }: Omit<NewRight, "level">) => `${groupId} ${holderId}`;

/**
 * Sets rights of accounts, at most one for a group and an account. NONE leaves no row. Returns the levels before, in the same order. The
 * caller holds the groups and the members, so no other call changes a level in between.
 */
export async function setAccountRights(database: Database, rights: readonly NewRight[]): Promise<RightsLevel[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rights)}::jsonb) as given ("groupId" uuid, "holderId" uuid, level text)`;
  // All parts of a statement read the rows as they were before it.
  const { rows } = await sql<Omit<NewRight, "level"> & { before: RightsLevel }>`
    with removed as (
      delete from account_player_group_rights r using ${given}
      where r.player_group_id = given."groupId" and r.account_id = given."holderId" and given.level = 'NONE'
    ), written as (
      insert into account_player_group_rights (account_id, player_group_id, rights_level)
      select "holderId", "groupId", level from ${given} where level <> 'NONE'
      on conflict (account_id, player_group_id) do update set rights_level = excluded.rights_level
    )
    select r.player_group_id as "groupId", r.account_id as "holderId", r.rights_level as before
    from ${given} join account_player_group_rights r on r.player_group_id = given."groupId" and r.account_id = given."holderId"`.execute(
    database,
  );
  const before = new Map(rows.map((row) => [keyOf(row), row.before]));
  return rights.map((right) => before.get(keyOf(right)) ?? "NONE");
}

/** Returns the level before. NONE leaves no row. The caller holds the user group, so no other call changes its rights in between. */
export async function setUserGroupRight(database: Database, { groupId, holderId, level }: NewRight): Promise<RightsLevel> {
  const held = database.deleteFrom("user_group_player_groups").where("player_group_id", "=", groupId).where("user_group_id", "=", holderId);
  const before = await held.returning("rights_level").executeTakeFirst();
  if (level !== "NONE") {
    await database
      .insertInto("user_group_player_groups")
      .values({ player_group_id: groupId, user_group_id: holderId, rights_level: level })
      .execute();
  }
  // Raise the user group's version, because its rights changed. A concurrent edit of it must reload.
  await database
    .updateTable("user_groups")
    .set({ version: sql<number>`version + 1` })
    .where("id", "=", holderId)
    .execute();
  return before?.rights_level ?? "NONE";
}

/** Counts the rights of a user group, also on archived player groups, because a restored group has its rights again. */
export async function countRightsOf(database: Database, userGroupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_group_player_groups
    where user_group_id = ${userGroupId}::uuid and rights_level <> 'NONE'`.execute(database);
  return rows[0]?.count ?? 0;
}
