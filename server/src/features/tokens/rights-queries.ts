/**
 * The present rights of a token family. A badge has only its own players, whatever else its account may do. Its scope is PLAYER, so its
 * tokens name no groups (`check-game-login.ts`).
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { RightsKind } from "@storyport/contract/tokens";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { TokenFamily } from "./queries.ts";

export interface HeldRight {
  id: string;
  /** The different levels at which the right is held, in any way. A game has none. */
  levels: RightsLevel[];
}

type Held = Pick<TokenFamily, "account_id" | "organization_id" | "login_type">;

/** Compares ids as plain text, so that a page can begin after any value. */
const idOf = (column: string) => sql`${sql.ref(column)}::text collate "C" as id`;

const heldGroups = (family: Held) => sql`
  select l.player_group_id, l.rights_level from held_levels(${family.account_id}::uuid, ${family.organization_id}::uuid) l
  join player_groups g on g.id = l.player_group_id and g.group_type <> 'ARCHIVED'`;

/** Leaves out players of another organization, even if a row links them. */
const ownPlayers = (family: Held) => sql`
  select ${idOf("own.player_id")}, 'PLAY' as rights_level
  from account_players own join players p on p.id = own.player_id and p.organization_id = ${family.organization_id}::uuid
  where own.account_id = ${family.account_id}::uuid`;

/** A scalar subselect, not a join. For a new school PostgreSQL expects one player, and a join would scan all players for each. */
const heldPlayers = (family: Held) => sql`
  select ${idOf("gp.player_id")}, held.rights_level from (${heldGroups(family)}) held
  join player_group_players gp on gp.player_group_id = held.player_group_id
  where (select p.organization_id from players p where p.id = gp.player_id) = ${family.organization_id}::uuid`;

const rowsOf: Record<RightsKind, (family: Held) => RawBuilder<unknown>> = {
  games: (family) => sql`
    select ${idOf("og.game_id")}, null as rights_level from organization_games og
      join games g on g.id = og.game_id and g.retired_at is null
    where og.organization_id = ${family.organization_id}::uuid`,
  players: (family) => (family.login_type === "QRCODE" ? ownPlayers(family) : sql`${heldPlayers(family)} union all ${ownPlayers(family)}`),
  playerGroups: (family) => sql`select ${idOf("held.player_group_id")}, held.rights_level from (${heldGroups(family)}) held`,
  userGroups: (family) => sql`
    select ${idOf("u.id")}, m.rights_level from user_group_members m
    join user_groups u on u.id = m.user_group_id and u.group_type <> 'ARCHIVED'
    where m.account_id = ${family.account_id}::uuid and u.organization_id = ${family.organization_id}::uuid and m.rights_level <> 'NONE'`,
};

export interface RightsPage {
  kind: RightsKind;
  after?: string | undefined;
  most: number;
}

const pageOf = (family: Held, { kind, after = "", most }: RightsPage) => sql`
  select held.id, coalesce(json_agg(distinct held.rights_level) filter (where held.rights_level is not null), '[]') as levels
  from (${rowsOf[kind](family)}) held
  where held.id > ${after} group by held.id order by held.id limit ${most}`;

/** In the order of the ids. */
export async function listHeldRights(database: Database, family: Held, page: RightsPage): Promise<HeldRight[]> {
  const { rows } = await sql<HeldRight>`${pageOf(family, page)}`.execute(database);
  return rows;
}

export type TokenFacts = {
  issued_at: number;
  game_key: string;
  /** The sector of the game's pairwise subjects; null for public subjects. */
  sector: string | null;
  roles: string[];
  permissions: string[];
} & Partial<Record<RightsKind, HeldRight[]>>;

/** A badge has only its student's role and what the game requires, not what else the account was given. */
const rightsOfBadge = sql`
  array(select r from unnest(held.roles) r where r = 'student') as roles,
  array(
    select p from unnest(held.permissions) p
    where p = any(g.required_permissions) or p in (select s.permission_key from role_permissions s where s.role_key = 'student')
  ) as permissions`;

/**
 * Reads everything a token contains in one statement. The issue time is the database's, rounded down to seconds; otherwise
 * strict verifiers would refuse a token from the future. Returns undefined for a missing game.
 */
export async function findTokenFacts(
  database: Database,
  family: TokenFamily,
  { kinds, most }: { kinds: readonly RightsKind[]; most: number },
): Promise<TokenFacts | undefined> {
  const pages = kinds.map(
    (kind) => sql`(select coalesce(json_agg(page), '[]') from (${pageOf(family, { kind, most })}) page) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<TokenFacts>`
    select floor(extract(epoch from now()))::int as issued_at, g.key as game_key,
      case when g.subject_type = 'pairwise' then g.pairwise_sector end as sector,
      ${family.login_type === "QRCODE" ? rightsOfBadge : sql`held.roles, held.permissions`}, ${sql.join(pages)}
    from games g cross join held_rights(${family.account_id}::uuid, ${family.organization_id}::uuid) held
    where g.id = ${family.game_id}::int`.execute(database);
  return rows[0];
}
