/** Groups of members (specification, sections 3, 5 and 7). A group gives its roles, and its rights on player groups, to every member. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, nameOf, text, textOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { listResponse, listWindow, searchQuery, version } from "#/pages.ts";
import { accountStatus, loginType, rightsLevel, userGroupType } from "#/vocabulary.ts";

const toView = { by: "session", permission: "view_user_group", scope: "organization" } as const;
const toManage = { by: "session", permission: "manage_members", scope: "organization" } as const;
const onGroup = z.object({ userGroupId: id });
const groupName = nameOf(limits.userGroupName, { misleads: "errors.displayNameSpecialCharacters" });
/** More than there are, so that a call stays small. */
const roleKeys = z.array(textOf({ min: 1, max: 64 })).check(z.maxLength(20));

/**
 * The specification's user group. `groupManagers` are the display names or e-mail addresses of its first twenty owners. Lists name its first
 * twenty `playerGroups` by name, because two hundred of each of a thousand groups take seconds. `getUserGroup` names all.
 * `createdBy` is the same for its creator, or null. Only administrators see a creator who is no member of the organization. Only
 * managers see hidden and archived groups.
 */
export const userGroup = z.object({
  id,
  groupName: z.string(),
  groupType: userGroupType,
  organizationId: id,
  playerGroups: z.array(z.object({ id, groupName: z.string() })),
  membersInfo: z.object({ memberCount: z.number(), groupManagers: z.array(z.string()) }),
  created: z.string(),
  createdBy: z.nullable(z.string()),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
});
export type UserGroup = z.infer<typeof userGroup>;

export const listUserGroups = defineEndpoint({
  name: "listUserGroups",
  method: "GET",
  path: "user-groups",
  summary: "List the user groups of the caller's organizations; administrators get all",
  access: toView,
  response: z.array(userGroup),
  refusals: [],
});

export const listUserGroupsOf = defineEndpoint({
  name: "listUserGroupsOf",
  method: "GET",
  path: "user-groups/{orgId}",
  summary: "List the user groups of one organization",
  example: { params: { orgId: exampleId } },
  access: toView,
  params: z.object({ orgId: id }),
  response: z.array(userGroup),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const listedUserGroup = z.extend(userGroup, { organizationKey: z.string() });
export type ListedUserGroup = z.infer<typeof listedUserGroup>;

/**
 * Matches a part of the name, of an owner's name or of the organization's key. Archived groups come last, for callers who may see them.
 * Counted up to 10,000.
 */
export const searchUserGroups = defineEndpoint({
  name: "searchUserGroups",
  method: "GET",
  path: "user-groups/search",
  summary: "Search the user groups of the caller's organizations, or of one, in pages",
  example: { query: { query: "teachers" } },
  access: toView,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, ""), organizationId: z.optional(id) }),
  response: listResponse(listedUserGroup),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

const playerGroupRights = z
  .array(z.strictObject({ playerGroupId: id, rightsType: rightsLevel }))
  .check(z.maxLength(limits.rightsOfUserGroup.max));

export const createUserGroup = defineEndpoint({
  name: "createUserGroup",
  method: "POST",
  path: "user-groups/create",
  summary: "Create a user group with roles and rights on player groups, within the caller's own",
  example: { body: { groupName: "Teachers", organizationId: exampleId } },
  access: toManage,
  body: z.strictObject({
    groupName,
    roles: z._default(roleKeys, []),
    playerGroupRights: z._default(playerGroupRights, []),
    /** If omitted, the only organization in which the caller manages members. */
    organizationId: z.optional(id),
  }),
  status: 201,
  response: z.object({ id }),
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.notAllowed",
    "errors.organizationRequired",
    "errors.roleNotAssignable",
    "errors.displayNameSpecialCharacters",
  ],
});

/** One group for its page. Its rights may be on archived player groups. `hidden` of an archived group is its state after a restoration. */
export const userGroupDetails = z.extend(userGroup, {
  version,
  organization: z.object({ id, organization_key: z.string() }),
  playerGroupRights: z.array(z.object({ playerGroupId: id, groupName: z.string(), rightsType: rightsLevel })),
  hidden: z.boolean(),
  /** The caller manages members in the group's organization. Other callers see only regular groups, and change nothing. */
  mayManage: z.boolean(),
});
export type UserGroupDetails = z.infer<typeof userGroupDetails>;

export const getUserGroup = defineEndpoint({
  name: "getUserGroup",
  method: "GET",
  path: "user-group/{userGroupId}",
  summary: "Get a user group of the caller's organizations",
  example: { params: { userGroupId: exampleId } },
  access: toView,
  params: onGroup,
  response: userGroupDetails,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/** `roles` and `playerGroupRights` replace all present ones. What is left out stays as it is. */
export const editUserGroup = defineEndpoint({
  name: "editUserGroup",
  method: "PATCH",
  path: "user-group/{userGroupId}",
  summary: "Change a user group's name, roles and rights, hide or show it, archive or restore it",
  example: { params: { userGroupId: exampleId }, body: { version: 1, groupName: "Teachers" } },
  access: toManage,
  params: onGroup,
  body: z.strictObject({
    version,
    groupName: z.optional(groupName),
    roles: z.optional(roleKeys),
    playerGroupRights: z.optional(playerGroupRights),
    archived: z.optional(z.boolean()),
    hidden: z.optional(z.boolean()),
  }),
  response: userGroupDetails,
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.notAllowed",
    "errors.roleNotAssignable",
    "errors.changedMeanwhile",
    "errors.displayNameSpecialCharacters",
  ],
});

/**
 * The specification's group member. Names only organizations that the caller shares. `rightsType` says who counts as a manager of the
 * group (OWNER), and goes into tokens for games. It gives no permission in the portal. `roles` and `players` are
 * those of the group's organization.
 */
export const groupMember = z.object({
  id,
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  rightsType: rightsLevel,
  userStatus: accountStatus,
  loginTypes: z.array(loginType),
  primaryOrganization: z.nullable(z.string()),
  organizations: z.array(z.string()),
  roles: z.array(z.string()),
  players: z.array(z.object({ id, displayName: z.string() })),
});
export type GroupMember = z.infer<typeof groupMember>;

export const listGroupMembers = defineEndpoint({
  name: "listGroupMembers",
  method: "GET",
  path: "user-group/{userGroupId}/members",
  summary: "List the members of a user group, in pages",
  example: { params: { userGroupId: exampleId }, query: { query: "kari" } },
  access: toView,
  params: onGroup,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, "") }),
  response: listResponse(groupMember),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/**
 * Bulk input of the specification's section 5. Each line, or piece between commas, is an e-mail address with an optional name. The
 * name may also follow after a comma.
 * Valid lines succeed, each invalid one is reported with its number; a line succeeds wholly or not at all, and never twice.
 * INVITED: not activated yet, whether the letter went out now or earlier. For non-administrators it also covers accounts from
 * elsewhere (docs/decisions/0022).
 */
export const addGroupMembers = defineEndpoint({
  name: "addGroupMembers",
  method: "POST",
  path: "user-group/{userGroupId}/members",
  summary: "Add members by a list of email addresses; people without an account are invited by email",
  example: { params: { userGroupId: exampleId }, body: { lines: "new@school.example" } },
  access: toManage,
  params: onGroup,
  body: z.strictObject({
    lines: text.check(z.maxLength(limits.bulkMembers.characters, "errors.tooManyMembers")),
    rightsType: z._default(rightsLevel, "READ"),
  }),
  response: z.object({
    added: z.array(z.object({ line: z.number(), user: z.string(), outcome: z.enum(["ADDED", "INVITED", "ALREADY_MEMBER"]) })),
    errors: z.array(z.object({ line: z.number(), user: z.string(), error: z.string(), code: z.string() })),
  }),
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.roleNotAssignable", "errors.tooManyMembers"],
});

export const setGroupMember = defineEndpoint({
  name: "setGroupMember",
  method: "PUT",
  path: "user-group/{userGroupId}/members/{userId}",
  summary: "Change a member's rights level in a user group",
  example: { params: { userGroupId: exampleId, userId: exampleId }, body: { rightsType: "READ" } },
  access: toManage,
  params: z.object({ userGroupId: id, userId: id }),
  body: z.strictObject({ rightsType: rightsLevel }),
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});

export const removeGroupMember = defineEndpoint({
  name: "removeGroupMember",
  method: "DELETE",
  path: "user-group/{userGroupId}/members/{userId}",
  summary: "Remove a member from a user group",
  example: { params: { userGroupId: exampleId, userId: exampleId } },
  access: toManage,
  params: z.object({ userGroupId: id, userId: id }),
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});
