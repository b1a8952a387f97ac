/** Organizations as administrators see and change them (specification, sections 2, 3, 5 and 7). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { gameId, id, nameOf, textOf, trimmedTextOf } from "#/fields.ts";
import { openidWord, openidWords } from "#/games.ts";
import { limits } from "#/limits.ts";
import { listResponse, listWindow, searchQuery, version } from "#/pages.ts";
import { accountStatus, loginType } from "#/vocabulary.ts";

const byAdmin = { by: "session", permission: "admin", scope: "platform" } as const;
const byManager = { by: "session", permission: "manage_members", scope: "organization" } as const;
const onOrganization = z.object({ organizationId: id });

const organizationName = z.object({ id, organization_key: z.string() });
export type OrganizationName = z.infer<typeof organizationName>;

/** By key, at most 10,000. */
export const listOrganizations = defineEndpoint({
  name: "listOrganizations",
  method: "GET",
  path: "organization/list",
  summary: "List the organizations that the caller manages; administrators get all",
  access: byManager,
  response: z.array(organizationName),
  refusals: [],
});

/** Matches a part of the key or the whole id, ordered by key; counted up to 10,000. */
export const searchOrganizations = defineEndpoint({
  name: "searchOrganizations",
  method: "GET",
  path: "organization/search",
  summary: "Search the organizations that the caller manages, in pages",
  example: { query: { query: "skole", limit: "50", offset: "0" } },
  access: byManager,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, "") }),
  response: listResponse(organizationName),
  refusals: [],
});

const noKey = "errors.organizationKeyInvalid";
const gameIds = z.array(z.int().check(z.minimum(1), z.maximum(2_147_483_647))).check(z.maxLength(100));
const description = nameOf({ min: 1, max: limits.organizationDescription.max }, { fault: "errors.organizationDescriptionInvalid" });
/** No white space and no invisible characters, because two keys that look the same would be two schools. */
const key = trimmedTextOf(limits.organizationKey, noKey, noKey).check(
  z.regex(/^[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u, noKey),
);

export const createOrganization = defineEndpoint({
  name: "createOrganization",
  method: "POST",
  path: "organization/create",
  summary: "Create an organization with its games",
  example: { body: { key: "NewSchool", description: "A new school" } },
  access: byAdmin,
  body: z.strictObject({
    key,
    description,
    gameIds: z._default(gameIds, []),
  }),
  status: 201,
  response: z.object({ id }),
  refusals: ["errors.organizationKeyInvalid", "errors.organizationDescriptionInvalid", "errors.organizationKeyTaken", "errors.gameUnknown"],
});

export const organizationDetails = z.object({
  id,
  version,
  key: z.string(),
  description: z.string(),
  /** Its staff must use a passkey when they log in by a password. */
  requiresPasskeys: z.boolean(),
  createdAt: z.string(),
  /** The counts leave out deleted accounts and archived groups. */
  memberCount: z.number(),
  userGroupCount: z.number(),
  playerGroupCount: z.number(),
  playerCount: z.number(),
  /** The keys of the roles held in it. */
  roles: z.array(z.string()),
  games: z.array(
    z.object({
      gameId: z.number(),
      gameKey: z.string(),
      description: z.string(),
      /** The game is retired; the organization keeps it for its restoration. */
      isRetired: z.boolean(),
      loginTypes: z.array(loginType),
      requiredPermissions: z.array(z.string()),
      callbackUrls: z.array(z.string()),
    }),
  ),
});
export type OrganizationDetails = z.infer<typeof organizationDetails>;

export const getOrganization = defineEndpoint({
  name: "getOrganization",
  method: "GET",
  path: "organization/{organizationId}",
  summary: "Get an organization that the caller manages",
  example: { params: { organizationId: exampleId } },
  access: byManager,
  params: onOrganization,
  response: organizationDetails,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const editOrganization = defineEndpoint({
  name: "editOrganization",
  method: "PATCH",
  path: "organization/{organizationId}",
  summary: "Change an organization's description and its games",
  example: { params: { organizationId: exampleId }, body: { version: 1, description: "A school" } },
  access: byAdmin,
  params: onOrganization,
  body: z.strictObject({
    version,
    description: z.optional(description),
    gameIds: z.optional(gameIds),
  }),
  response: organizationDetails,
  refusals: ["errors.notFound", "errors.organizationDescriptionInvalid", "errors.gameUnknown", "errors.changedMeanwhile"],
});

const openidWordList = z.array(openidWord).check(z.maxLength(openidWords.length));

const sharingTool = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
  /** What the tool may ask for. */
  asks: z.array(openidWord),
  /** What the organization lets it read of its staff; never of children. */
  reads: z.array(openidWord),
  /** Present if it may read something. */
  since: z.optional(z.string()),
  /** The display name, never an address; absent if that person is gone or has no name. */
  by: z.optional(z.string()),
});
export type SharingTool = z.infer<typeof sharingTool>;

const nameSharing = z.object({
  organizationName: z.string(),
  /** Whether the caller may decide for the organization. Others who see the list may only withdraw. */
  mayGive: z.boolean(),
  tools: z.array(sharingTool),
});
export type NameSharing = z.infer<typeof nameSharing>;

export const getNameSharing = defineEndpoint({
  name: "getNameSharing",
  method: "GET",
  path: "organization/{organizationId}/name-sharing",
  summary: "List an organization's tools that may ask for names of its staff, and what it lets them read",
  example: { params: { organizationId: exampleId } },
  access: byManager,
  params: onOrganization,
  response: nameSharing,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/**
 * Only people who manage the organization by a right held in it may give. An administrator of the platform may withdraw. `seen` is what the
 * tool could read when the decision was made. If that has changed, a decision that leaves the tool a word is refused
 * (errors.changedMeanwhile). So is such a decision without `seen`, as pages of the previous release send it. Every change writes to the
 * managers, so giving again and again is refused for a while (errors.tooManyAttempts).
 */
export const shareNames = defineEndpoint({
  name: "shareNames",
  method: "PUT",
  path: "organization/{organizationId}/name-sharing",
  summary: "Decide what a tool may read of an organization's staff; no words withdraw the consent",
  example: { params: { organizationId: exampleId }, body: { gameId: 1, words: [], seen: [] } },
  access: byManager,
  params: onOrganization,
  body: z.strictObject({ gameId, words: openidWordList, seen: z.optional(openidWordList) }),
  response: nameSharing,
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.notAllowed",
    "errors.gameUnknown",
    "errors.changedMeanwhile",
    "errors.tooManyAttempts",
  ],
});

/**
 * Sessions without a passkey go on for some hours. The staff get a letter when the demand begins. A login at a provider needs no passkey,
 * and students need none.
 */
export const requirePasskeys = defineEndpoint({
  name: "requirePasskeys",
  method: "PUT",
  path: "organization/{organizationId}/passkeys",
  summary: "Set whether staff of an organization that the caller manages must use a passkey with their password",
  example: { params: { organizationId: exampleId }, body: { isRequired: true } },
  access: byManager,
  params: onOrganization,
  body: z.strictObject({ isRequired: z.boolean() }),
  response: organizationDetails,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});

/**
 * `roles` are those in this organization, including its user groups'. Only administrators see `isLast`: no other organization
 * and no platform role lets the account log in.
 */
export const organizationMember = z.object({
  id,
  /** Null for an account without an address, such as a student's. */
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  userStatus: accountStatus,
  roles: z.array(z.string()),
  joinedAt: z.string(),
  /** Whether the caller may end this membership. */
  mayRemove: z.boolean(),
  isLast: z.optional(z.boolean()),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

/** Matches a part of the e-mail address or display name, and a role held in this organization. Deleted accounts are left out. */
export const listOrganizationMembers = defineEndpoint({
  name: "listOrganizationMembers",
  method: "GET",
  path: "organization/{organizationId}/members",
  summary: "List the members of an organization that the caller manages, in pages",
  example: { params: { organizationId: exampleId }, query: { query: "kari" } },
  access: byManager,
  params: onOrganization,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, ""), role: z.optional(textOf({ max: 64 })) }),
  response: listResponse(organizationMember),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/** docs/decisions/0025 lists what ends. The account stays. */
export const removeOrganizationMember = defineEndpoint({
  name: "removeOrganizationMember",
  method: "DELETE",
  path: "organization/{organizationId}/members/{userId}",
  summary: "End a membership, with the account's rights and sessions in the organization",
  example: { params: { organizationId: exampleId, userId: exampleId } },
  access: byManager,
  params: z.object({ organizationId: id, userId: id }),
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.notYourself"],
});
