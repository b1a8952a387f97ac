/** Player groups and their calls (specification, sections 3 and 7). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { email, id, nameOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { stripMarkup } from "#/text-rules.ts";
import { listResponse, listWindow, searchQuery, version } from "#/pages.ts";
import { playerGroupType, rightsLevel } from "#/vocabulary.ts";

/** The specification's player group right, under its own names. */
export const playerGroupRight = z.object({
  player_group_id: id,
  group_name: z.string(),
  group_type: playerGroupType,
  rights_type: rightsLevel,
});
export type PlayerGroupRight = z.infer<typeof playerGroupRight>;

/** Archived groups included, at most `limits.list.mostPlayerGroups`, by name. */
export const listPlayerGroupRights = defineEndpoint({
  name: "listPlayerGroupRights",
  method: "GET",
  path: "player-groups/rights",
  summary: "List the player groups that the caller holds rights on, directly, by user groups or by a role",
  access: { by: "session", permission: "manage_players", scope: "organization" },
  response: z.array(playerGroupRight),
  refusals: [],
});

/** For giving rights to a user group. One organization suffices, and an administrator's list of all organizations is cut off. */
export const listPlayerGroupRightsOf = defineEndpoint({
  name: "listPlayerGroupRightsOf",
  method: "GET",
  path: "player-groups/rights/{orgId}",
  summary: "List the player groups of one organization that the caller holds rights on",
  example: { params: { orgId: exampleId } },
  access: { by: "session", permission: "manage_players", scope: "organization" },
  params: z.object({ orgId: id }),
  response: z.array(playerGroupRight),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/** Matches a part of the name or the whole id; counted up to 10,000. Archived groups are hidden, included, or listed alone. */
export const searchPlayerGroupRights = defineEndpoint({
  name: "searchPlayerGroupRights",
  method: "GET",
  path: "player-groups/search",
  summary: "Search the player groups that the caller holds rights on, in one organization or all, in pages",
  example: { query: { query: "2A", archived: "hidden" } },
  access: { by: "session", permission: "manage_players", scope: "organization" },
  query: z.strictObject({
    ...listWindow,
    query: z._default(searchQuery, ""),
    organizationId: z.optional(id),
    archived: z._default(z.enum(["hidden", "shown", "only"]), "hidden"),
  }),
  response: listResponse(playerGroupRight),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

const byRights = { by: "session", permission: "manage_players", scope: "organization" } as const;
const onGroup = z.object({ playerGroupId: id });
export const playerGroupName = nameOf(limits.playerGroupName, { tidy: stripMarkup });

/**
 * One group with its players. `rightsType`: the caller's own level. Only owners get `rights`, who holds which level; hidden user groups are
 * among the holders only for managers of members.
 */
export const playerGroupDetails = z.object({
  id,
  version,
  name: z.string(),
  groupType: playerGroupType,
  rightsType: rightsLevel,
  /** A field of the specification. The portal shows what the database has, and never sets it. */
  isShared: z.boolean(),
  organization: z.object({ id, organization_key: z.string() }),
  createdAt: z.string(),
  /** A field of the specification: the ids of `players`. */
  playerIds: z.array(id),
  players: z.array(z.object({ id, playerName: z.string(), excludedFromAnalysis: z.boolean() })),
  rights: z.optional(
    z.array(
      z.object({
        /** The holder is an account or a user group, so one of the two ids is there. */
        accountId: z.optional(id),
        userGroupId: z.optional(id),
        /** The person's e-mail address or display name, or the user group's name. */
        holder: z.string(),
        rightsType: rightsLevel,
      }),
    ),
  ),
});
export type PlayerGroupDetails = z.infer<typeof playerGroupDetails>;

export const getPlayerGroup = defineEndpoint({
  name: "getPlayerGroup",
  method: "GET",
  path: "player-groups/{playerGroupId}",
  summary: "Get a player group that the caller holds a right on, also an archived one",
  example: { params: { playerGroupId: exampleId } },
  access: byRights,
  params: onGroup,
  response: playerGroupDetails,
  refusals: ["errors.notFound"],
});

/** An administrator may create one in any organization, and counts as owner of every group. */
export const createPlayerGroup = defineEndpoint({
  name: "createPlayerGroup",
  method: "POST",
  path: "player-groups/create",
  summary: "Create a player group in the caller's organization, and own it",
  example: { body: { name: "3C", organizationId: exampleId } },
  access: byRights,
  body: z.strictObject({ name: playerGroupName, organizationId: id }),
  status: 201,
  response: z.object({ id }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const editPlayerGroup = defineEndpoint({
  name: "editPlayerGroup",
  method: "PATCH",
  path: "player-groups/{playerGroupId}",
  summary: "Rename a group that the caller may modify, or archive or restore one that the caller owns",
  example: { params: { playerGroupId: exampleId }, body: { version: 1, name: "3D" } },
  access: byRights,
  params: onGroup,
  body: z.strictObject({ version, name: z.optional(playerGroupName), archived: z.optional(z.boolean()) }),
  response: playerGroupDetails,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.changedMeanwhile"],
});

/**
 * The holder is a user group, or else a member by id or address. NONE removes the right. Callers cannot give more than they hold. The answer
 * shows what the caller may see after the change. Without any right left, `rightsType` is NONE and there are no players. A user group with
 * `limits.rightsOfUserGroup` gets no further right (errors.invalidInput with its field).
 */
export const setPlayerGroupRight = defineEndpoint({
  name: "setPlayerGroupRight",
  method: "PUT",
  path: "player-groups/{playerGroupId}/rights",
  summary: "Give a member or a user group of the same organization rights on a group that the caller owns",
  example: { params: { playerGroupId: exampleId }, body: { email: "nobody@school.example", rightsType: "READ" } },
  access: byRights,
  params: onGroup,
  body: z.strictObject({
    email: z.optional(email),
    accountId: z.optional(id),
    userGroupId: z.optional(id),
    rightsType: rightsLevel,
  }),
  response: playerGroupDetails,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.memberUnknown"],
});
