/** A random tree of rights, with rows that only a bug could write too. Plain code says which rights it should give. */
import fc from "fast-check";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization } from "#test/builders.ts";

const level = fc.constantFrom(...rightsLevels);
const place = fc.constantFrom(0, 1);
/** The role in an organization; undefined for non-members. */
const membership = fc.option(fc.constantFrom("member", "teacher", "group_manager", "organization_admin"), { nil: undefined });

type Managing = "manage_players" | "manage_members";
/** Direct permissions of a member. */
const direct = fc.subarray<Managing>(["manage_players", "manage_members"]);

/** Two organizations, four player groups, five players, three user groups. Things refer to each other by index. */
export const rightsTree = fc.record({
  roles: fc.tuple(membership, membership),
  direct: fc.tuple(direct, direct),
  groups: fc.array(fc.record({ place, isArchived: fc.boolean(), own: fc.option(level, { nil: undefined }) }), {
    minLength: 4,
    maxLength: 4,
  }),
  players: fc.array(fc.record({ place, groups: fc.uniqueArray(fc.nat(3), { maxLength: 3 }) }), { minLength: 5, maxLength: 5 }),
  userGroups: fc.array(
    fc.record({
      place,
      isArchived: fc.boolean(),
      isMember: fc.boolean(),
      role: fc.option(fc.constantFrom("teacher", "member"), { nil: undefined }),
      gives: fc.uniqueArray(fc.record({ group: fc.nat(3), level }), { maxLength: 3, selector: ({ group }) => group }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
});
export type RightsTree = typeof rightsTree extends fc.Arbitrary<infer T> ? T : never;

export async function plant(portal: TestPortal, tree: RightsTree) {
  const { database } = portal.context;
  const games = [await aGame(portal), await aGame(portal)];
  const organizations = await Promise.all(games.map((game) => anOrganization(portal, { games: [game] })));
  const organizationOf = ({ place: index }: { place: number }) => organizations[index]?.id ?? "";
  const memberships = organizations.flatMap((organization, index) => {
    const role = tree.roles[index];
    return role === undefined ? [] : [{ organization, roles: [role] }];
  });
  const account = await anAccount(portal, { memberships });
  for (const [index, keys] of tree.direct.entries()) {
    if (tree.roles[index] === undefined) continue;
    for (const permission_key of keys) {
      const row = { account_id: account.id, permission_key, organization_id: organizations[index]?.id ?? "" };
      await database.insertInto("account_permissions").values(row).execute();
    }
  }
  const groupIds: string[] = [];
  for (const group of tree.groups) {
    const values = {
      organization_id: organizationOf(group),
      name: "2A",
      group_type: group.isArchived ? ("ARCHIVED" as const) : ("REGULAR" as const),
    };
    const { id } = await one(database.insertInto("player_groups").values(values).returning("id").execute());
    groupIds.push(id);
    if (group.own !== undefined) {
      const right = { account_id: account.id, player_group_id: id, rights_level: group.own };
      await database.insertInto("account_player_group_rights").values(right).execute();
    }
  }
  const ids: Planted = { accountId: account.id, groupIds, organizationOf };
  const playerIds = await plantPlayers(portal, tree, ids);
  await plantUserGroups(portal, tree, ids);
  return { account, organizations, games, groupIds, playerIds };
}

interface Planted {
  accountId: string;
  groupIds: readonly string[];
  organizationOf: (thing: { place: number }) => string;
}

async function plantPlayers({ context }: TestPortal, tree: RightsTree, { groupIds, organizationOf }: Planted): Promise<string[]> {
  const playerIds: string[] = [];
  for (const player of tree.players) {
    const values = { organization_id: organizationOf(player), name: "Nora", pass_code: "A-B-C" };
    const { id } = await one(context.database.insertInto("players").values(values).returning("id").execute());
    playerIds.push(id);
    for (const index of player.groups) {
      const row = { player_group_id: groupIds[index] ?? "", player_id: id };
      await context.database.insertInto("player_group_players").values(row).execute();
    }
  }
  return playerIds;
}

async function plantUserGroups({ context }: TestPortal, tree: RightsTree, { accountId, groupIds, organizationOf }: Planted): Promise<void> {
  const { database } = context;
  for (const { isArchived, isMember, role, gives, ...userGroup } of tree.userGroups) {
    const group_type = isArchived ? ("ARCHIVED" as const) : ("REGULAR" as const);
    const values = { organization_id: organizationOf(userGroup), name: "Readers", group_type };
    const { id } = await one(database.insertInto("user_groups").values(values).returning("id").execute());
    if (isMember) await database.insertInto("user_group_members").values({ user_group_id: id, account_id: accountId }).execute();
    if (role !== undefined) await database.insertInto("user_group_roles").values({ user_group_id: id, role_key: role }).execute();
    for (const { group, level: rights_level } of gives) {
      const right = { user_group_id: id, player_group_id: groupIds[group] ?? "", rights_level };
      await database.insertInto("user_group_player_groups").values(right).execute();
    }
  }
}

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error("Nothing was planted.");
  return row;
}

/**
 * Returns the account's level on each group. It is NONE outside the account's organizations, and where the account may not manage players.
 * Elsewhere it is the highest given level, and OWNER where the account manages members (docs/decisions/0023).
 */
export function levelsOf(tree: RightsTree): RightsLevel[] {
  return tree.groups.map((group, index) => {
    if (!manages(tree, group.place, "manage_players")) return "NONE";
    const given = tree.userGroups
      .filter((userGroup) => userGroup.isMember && !userGroup.isArchived && userGroup.place === group.place)
      .flatMap(({ gives }) => gives.filter((gift) => gift.group === index).map((gift) => gift.level));
    const run: RightsLevel[] = manages(tree, group.place, "manage_members") ? ["OWNER"] : [];
    return highest([...given, ...run, group.own ?? "NONE"]);
  });
}

/** Whether a member has a permission: by its role, by a user group of that organization, or directly. */
export function manages(tree: RightsTree, index: number, permission: Managing): boolean {
  const role = tree.roles[index];
  if (role === undefined) return false;
  if (tree.direct[index]?.includes(permission) === true || role === "organization_admin") return true;
  if (permission === "manage_members") return false;
  return (
    role !== "member" || tree.userGroups.some((one) => one.isMember && !one.isArchived && one.place === index && one.role === "teacher")
  );
}

export function highest(levels: readonly RightsLevel[]): RightsLevel {
  return rightsLevels[Math.max(0, ...levels.map((one) => rightsLevels.indexOf(one)))] ?? "NONE";
}
