/** Groups of players, and what one may do with them (specification, sections 3 and 7). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { playerGroupType, rightsLevel } from "#/vocabulary.ts";

/** The specification's player group right, under its own names. */
export const playerGroupRight = z.object({
  player_group_id: id,
  group_name: z.string(),
  group_type: playerGroupType,
  rights_type: rightsLevel,
});
export type PlayerGroupRight = z.infer<typeof playerGroupRight>;

export const listPlayerGroupRights = defineEndpoint({
  name: "listPlayerGroupRights",
  method: "GET",
  path: "player-groups/rights",
  summary: "The player groups one holds rights on, one's own and those of one's user groups",
  access: { by: "session", permission: "manage_players", scope: "organization" },
  response: z.array(playerGroupRight),
  refusals: [],
});
