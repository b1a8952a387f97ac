/**
 * Accounts as administrators see and change them (specification, sections 2, 3, 5 and 7). A manager of one organization sees
 * and changes only its members, and only what belongs to that organization. Other accounts are not found.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { email, emailOrNone, id, text, textOf } from "#/fields.ts";
import { searchQuery, pageNumber, pageSize, searchResponse, version } from "#/pages.ts";
import { userDetails } from "#/user-details.ts";
import { locale, loginType, loginTypes } from "#/vocabulary.ts";

const byAdmin = { by: "session", permission: "admin", scope: "platform" } as const;
const byManager = { by: "session", permission: "manage_members", scope: "organization" } as const;
const user = z.object({ userId: id });
/** The key of a role or of a permission. */
const roleKey = textOf({ min: 1, max: 64 });
/** More than any account holds, so that a call stays small. */
const roleKeys = z.array(roleKey).check(z.maxLength(20));
const permissionKeys = z.array(roleKey).check(z.maxLength(50));
const groupIds = z.array(id).check(z.maxLength(50));

export const userSearchResult = z.object({
  guid: id,
  /** Null for an account without an address, such as a student's, and for a deleted account. */
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  locale: z.string(),
  loginTypes: z.array(loginType),
  created: z.string(),
  /** Null until the account is activated, by its owner or by an administrator. */
  activated: z.nullable(z.string()),
  /** When it was deactivated or deleted. */
  disabled: z.nullable(z.string()),
});
export type UserSearchResult = z.infer<typeof userSearchResult>;

/**
 * Matches a part of the e-mail address or the whole id; an empty query finds all. Ordered by e-mail address, then age. `total`
 * is exact up to 10,000; later results are not listed, so narrow the search. Deleted accounts are found by id alone.
 */
export const searchUsers = defineEndpoint({
  name: "searchUsers",
  method: "POST",
  path: "users/search",
  summary: "Search accounts by a part of the e-mail address or by id",
  example: { body: { query: "kari" } },
  changesState: false,
  access: byAdmin,
  body: z.strictObject({ query: searchQuery, pageSize, page: pageNumber }),
  response: searchResponse(userSearchResult),
  refusals: [],
});

/** At most 10,000 rows. Cells that a spreadsheet would read as a formula are escaped. */
export const exportUsers = defineEndpoint({
  name: "exportUsers",
  method: "GET",
  path: "users/export",
  summary: "Export the result of a search as CSV",
  example: { query: { query: "kari" } },
  head: "refused",
  access: byAdmin,
  duringSupportView: "refused",
  query: z.strictObject({ query: z._default(searchQuery, "") }),
  responseKind: "csv",
  refusals: [],
});

/** Repeated views within ten minutes are recorded once, and views of the caller's own account never. */
export const getUser = defineEndpoint({
  name: "getUser",
  method: "GET",
  path: "users/{userId}",
  summary: "Get one account with everything that belongs to it; the view is recorded",
  example: { params: { userId: exampleId } },
  head: "refused",
  access: byManager,
  params: user,
  response: userDetails,
  refusals: ["errors.notFound"],
});

/** The rule of the name depends on the roles, which the server knows. The 1000 leave room for markup, which is stripped before the count. */
const displayName = text.check(z.maxLength(1000));

/** The specification's user creation request. `permissions` are direct. Without `organizationId`: the only one that the caller manages. */
const createUserBody = z.strictObject({
  email: z.optional(emailOrNone),
  displayName: z.optional(displayName),
  locale: z._default(locale, "en"),
  loginType,
  /** Whether the account is active at once. Its owner gets the letter to choose a password all the same. */
  activated: z._default(z.boolean(), false),
  roles: roleKeys,
  permissions: z._default(permissionKeys, []),
  userGroups: z._default(groupIds, []),
  organizationId: z.optional(id),
});

const ruleRefusals = [
  "errors.loginTypeNotAssignable",
  "errors.roleRequired",
  "errors.roleNotAssignable",
  "errors.nameOrEmailRequired",
  "errors.emailRequired",
  "errors.qrCodeForStudentsOnly",
  "errors.displayNameLength",
  "errors.displayNameSpecialCharacters",
  "errors.studentNameInvalid",
] as const;

export const createUser = defineEndpoint({
  name: "createUser",
  method: "POST",
  path: "users/create",
  summary: "Create an account; an owner with an address gets an email to choose a password or log in, unless the login is by badge",
  example: { body: { email: "new@school.example", loginType: "PASSWORD", roles: ["teacher"], organizationId: exampleId } },
  access: byManager,
  body: createUserBody,
  status: 201,
  response: z.object({ id, email: z.optional(z.string()) }),
  refusals: [
    "errors.loginTooOld",
    ...ruleRefusals,
    "errors.emailTaken",
    "errors.organizationRequired",
    "errors.notFound",
    "errors.notAllowed",
    "errors.tooManyAttempts",
  ],
});

/**
 * Omitted fields stay. `roles`, `userGroups` and direct `permissions` are those in `organizationId`. Without it `roles` are the
 * platform's, which an administrator can remove but not give; other changes of the three are refused (errors.notAllowed). A caller who may
 * not edit the whole account (`may.edit`) can still remove what the account holds in their own organization.
 */
export const editUser = defineEndpoint({
  name: "editUser",
  method: "PATCH",
  path: "users/{userId}",
  summary: "Change an account by the rules of creation; its owner must prove a new email address",
  example: { params: { userId: exampleId }, body: { version: 1, displayName: "Kari Nordmann" } },
  access: byManager,
  params: user,
  body: z.strictObject({
    version,
    email: z.optional(emailOrNone),
    displayName: z.optional(displayName),
    locale: z.optional(locale),
    loginTypes: z.optional(z.array(loginType).check(z.minLength(1, "errors.loginTypeNotAssignable"), z.maxLength(loginTypes.length))),
    organizationId: z.optional(id),
    roles: z.optional(roleKeys),
    userGroups: z.optional(groupIds),
    permissions: z.optional(permissionKeys),
    /** Ends the present password, and mails its owner a link for a new one. */
    resetPassword: z.optional(z.boolean()),
  }),
  response: userDetails,
  refusals: [
    ...ruleRefusals,
    "errors.emailTaken",
    "errors.lastAdministrator",
    "errors.noWayToLogIn",
    "errors.changedMeanwhile",
    "errors.notFound",
    "errors.notAllowed",
    "errors.loginTooOld",
    "errors.tooManyAttempts",
  ],
});

const onUser = {
  example: { params: { userId: exampleId }, body: {} },
  access: byManager,
  params: user,
  body: z.strictObject({}),
  response: userDetails,
} as const;

export const deactivateUser = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "deactivateUser",
  path: "users/{userId}/deactivate",
  summary: "Deactivate an account at once; ends its sessions, tokens and links",
  refusals: [
    "errors.notFound",
    "errors.notAllowed",
    "errors.loginTooOld",
    "errors.statusNotAllowed",
    "errors.lastAdministrator",
    "errors.notYourself",
  ],
});

export const reactivateUser = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "reactivateUser",
  path: "users/{userId}/reactivate",
  summary: "Reactivate an account; only an administrator can undo an administrator's deactivation",
  refusals: ["errors.notFound", "errors.notAllowed", "errors.statusNotAllowed", "errors.deactivatedByPlatform"],
});

export const activateUser = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "activateUser",
  path: "users/{userId}/activate",
  summary: "Activate a created account without waiting for its owner",
  refusals: ["errors.notFound", "errors.notAllowed", "errors.statusNotAllowed"],
});

/** The administrator never chooses or sees a password: the owner gets a letter with a link. */
export const sendUserLink = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "sendUserLink",
  path: "users/{userId}/send-link",
  summary: "Email the owner a new activation or password link, whichever the account needs",
  response: z.object({ purpose: z.enum(["ACTIVATION", "RESET"]), email: z.string() }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.statusNotAllowed", "errors.emailRequired", "errors.tooManyAttempts"],
});

export const endUserSessions = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "endUserSessions",
  path: "users/{userId}/end-sessions",
  summary: "End every session and token of an account",
  refusals: ["errors.notFound", "errors.notAllowed", "errors.statusNotAllowed"],
});

export const resetUserSecondFactor = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "resetUserSecondFactor",
  access: byAdmin,
  path: "users/{userId}/reset-second-factor",
  summary: "Remove an account's lost second factor, email its owner, and end its sessions",
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.secondFactorNotBegun", "errors.notYourself"],
});

export const resetUserPasskeys = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "resetUserPasskeys",
  access: byAdmin,
  path: "users/{userId}/reset-passkeys",
  summary: "Remove an account's lost passkeys, email its owner, and end its sessions and tokens",
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.passkeysNotSet", "errors.notYourself"],
});

/**
 * `email` is the proposed address that the administrator saw. Refuses another address, and a call without an address, as pages of the
 * previous release send it (errors.changedMeanwhile).
 */
export const confirmEmailProposal = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "confirmEmailProposal",
  example: { params: { userId: exampleId }, body: { email: "kari@school.example" } },
  access: byAdmin,
  path: "users/{userId}/email-proposal/confirm",
  summary: "Confirm a change of address, for owners who cannot read the present address",
  body: z.strictObject({ email: z.optional(email) }),
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.statusNotAllowed",
    "errors.emailProposalEnded",
    "errors.changedMeanwhile",
    "errors.emailTaken",
  ],
});

export const cancelEmailProposal = defineEndpoint({
  ...onUser,
  method: "POST",
  name: "cancelEmailProposal",
  path: "users/{userId}/email-proposal/cancel",
  summary: "Withdraw an open change of address",
  refusals: ["errors.notFound", "errors.notAllowed", "errors.statusNotAllowed", "errors.emailProposalEnded"],
});

export const deleteUserByAdmin = defineEndpoint({
  name: "deleteUserByAdmin",
  method: "DELETE",
  path: "users/{userId}",
  summary: "Delete an account permanently; the person is erased",
  example: { params: { userId: exampleId } },
  access: byAdmin,
  params: user,
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.lastAdministrator", "errors.notYourself"],
});
