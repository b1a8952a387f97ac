/** A school with one thing of every kind, so that each call can name one of them. */
import { randomUUID } from "node:crypto";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aPlayerGroup, anAccount, anOrganization } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";

/** The things that calls name. Each call that changes something gets new ones. */
export interface Targets {
  member: TestAccount & { displayName: string };
  userGroupId: string;
  playerGroupId: string;
  playerId: string;
  studentId: string;
}

export interface School {
  organization: { id: string; key: string };
  game: { id: number; key: string };
  /** A member with direct permissions. */
  givenMore: TestAccount;
  staff: Record<"teacher" | "group_manager" | "organization_admin" | "member", TestAccount>;
}

export async function aSchool(portal: TestPortal, givenDirectly: readonly PermissionKey[]): Promise<School> {
  const game = await aGame(portal);
  const organization = await anOrganization(portal, { games: [game] });
  const holding = (role: string) => anAccount(portal, { memberships: [{ organization, roles: [role] }] });
  const givenMore = await holding("member");
  for (const permission_key of givenDirectly) {
    const row = { account_id: givenMore.id, permission_key, organization_id: organization.id };
    await portal.context.database.insertInto("account_permissions").values(row).execute();
  }
  return {
    organization,
    game,
    givenMore,
    staff: {
      teacher: await holding("teacher"),
      group_manager: await holding("group_manager"),
      organization_admin: await holding("organization_admin"),
      member: await holding("member"),
    },
  };
}

/** The teacher owns the player group, the group manager may read it; no other member has a right on it. */
export async function targetsIn(portal: TestPortal, { organization, staff }: School): Promise<Targets> {
  const { database } = portal.context;
  const displayName = `Aimed At ${randomUUID().slice(0, 8).replace(/\d/g, "x")}`;
  const member = await anAccount(portal, { displayName, memberships: [{ organization, roles: ["teacher"] }] });
  const { id: userGroupId } = await database
    .insertInto("user_groups")
    .values({ organization_id: organization.id, name: "Readers of the school" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("user_group_members").values({ user_group_id: userGroupId, account_id: member.id }).execute();
  const group = await aPlayerGroup(portal, {
    organization,
    players: 1,
    rights: [
      { account: staff.teacher, level: "OWNER" },
      { account: staff.group_manager, level: "READ" },
    ],
  });
  const playerId = group.playerIds[0] ?? "";
  const student = await anAccount(portal, {
    email: null,
    password: null,
    displayName: "Nora",
    loginTypes: ["QRCODE"],
    memberships: [{ organization, roles: ["student"] }],
  });
  await database.insertInto("account_players").values({ account_id: student.id, player_id: playerId }).execute();
  return { member: { ...member, displayName }, userGroupId, playerGroupId: group.id, playerId, studentId: student.id };
}
