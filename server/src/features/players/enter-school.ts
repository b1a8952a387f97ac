import { randomUUID } from "node:crypto";
import { limits } from "@storyport/contract/limits";
import type { Transaction } from "kysely";
import { addOrganizationMember } from "#/features/organizations/add-member.ts";
import { giveRoles } from "#/features/rights/give-roles.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countPlayersOf, insertPlayers, unlinkPlayersIn } from "./queries.ts";

export interface SchoolEntry {
  accountId: string;
  name: string;
  formerOrganizationId: string;
  organizationId: string;
  playerGroupId: string;
}

/**
 * Makes an account a student of another school, with a new player in a group there. The players of the former school stay in
 * their groups, and the account plays them no longer (decision 55). Refuses a full group with errors.playerGroupFull. The caller
 * of this function holds the account and the group. It has ended the former membership and checked the rights on the group.
 */
export async function enterSchool(transaction: Transaction<Tables>, entry: SchoolEntry): Promise<{ playerId: string }> {
  const { accountId, name, formerOrganizationId, organizationId, playerGroupId } = entry;
  if ((await countPlayersOf(transaction, playerGroupId)) >= limits.playersOfGroup.max) throw new Refusal("errors.playerGroupFull");
  await unlinkPlayersIn(transaction, { accountId, organizationId: formerOrganizationId });
  await addOrganizationMember(transaction, accountId, organizationId);
  await giveRoles(transaction, { accountId, organizationId }, ["student"]);
  const playerId = randomUUID();
  // The former school's own id of the child means nothing in this school.
  await insertPlayers(transaction, [{ id: playerId, accountId, name, externalId: undefined, organizationId, playerGroupId }]);
  return { playerId };
}
