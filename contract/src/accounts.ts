/** Calls of an account's owner. */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import { email, gameId, gameLink, linkToken, text } from "#/fields.ts";
import { locale } from "#/vocabulary.ts";

/**
 * Both sides check the name with `displayNameFault`, whose refusals are sentences of the error catalogue. The 1000 leave room for
 * markup, which is stripped before the count.
 */
export const setDisplayName = defineEndpoint({
  name: "setDisplayName",
  method: "POST",
  path: "users/set-display-name",
  summary: "Set the caller's display name",
  example: { body: { displayName: "Kari Nordmann" } },
  // Both refusals are one: this account has no permission to set its name (specification, section 6).
  access: { by: "session", permission: "none", scope: "self", badgeSession: "errors.displayNameNotPermitted" },
  body: z.strictObject({ displayName: text.check(z.maxLength(1000)) }),
  response: z.object({ displayName: z.string() }),
  refusals: ["errors.displayNameNotPermitted", "errors.displayNameLength", "errors.displayNameSpecialCharacters"],
});

export const setLanguage = defineEndpoint({
  name: "setLanguage",
  method: "POST",
  path: "users/set-language",
  summary: "Set the language of the caller's screens and emails",
  example: { body: { locale: "nb" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ locale }),
  response: z.object({ locale }),
  refusals: ["errors.notLoggedIn"],
});

/**
 * {email} requests the link, with the same answer for every well-formed address. {email, token} deletes the account (DESIGN A7). The last
 * administrator is refused (errors.accountNotDeletable, with errors.lastAdministrator as its cause).
 */
export const requestUserDeletion = defineEndpoint({
  name: "requestUserDeletion",
  method: "POST",
  path: "users/request-user-deletion",
  summary: "Request a deletion link, or delete the account with it",
  example: { body: { email: "nobody@school.example" } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ email, token: z.optional(linkToken) }),
  bodyKind: "form",
  form: {
    doneAt: "/account/request-deletion?done=1",
    refusedAt: "/account/request-deletion",
    keeps: "email",
    proof: "token",
    withProof: { doneAt: "/account/delete?done=1", refusedAt: "/account/delete" },
  },
  response: z.object({}),
  refusals: [
    "errors.deletionLinkExpired",
    "errors.deletionLinkUnknown",
    "errors.emailNotForDeletionLink",
    "errors.accountNotDeletable",
    "errors.lastAdministrator",
    "errors.linkReplaced",
    "errors.tooManyAttempts",
    "errors.tooManyWrongEmails",
  ],
});

/** The mailed `code` only asks. `token`, which is derived from it, deletes the account. */
export const checkDeletionCode = defineEndpoint({
  name: "checkDeletionCode",
  method: "GET",
  path: "user/deletion/{gameId}/{code}",
  summary: "Get the email address of a deletion code, and the token that confirms the deletion; reads only",
  example: { params: { gameId: 1, code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  params: gameLink("errors.invalidUserDeletionCode"),
  response: z.object({ email: z.string(), token: z.string() }),
  refusals: [
    "errors.invalidUserDeletionCode",
    "errors.deletionLinkUnknown",
    "errors.linkExpired",
    "errors.linkReplaced",
    "errors.tooManyWrongEmails",
  ],
});

/** `gameId` belongs to the specification's call. The whole account is deleted, for every game. */
export const deleteUser = defineEndpoint({
  name: "deleteUser",
  method: "DELETE",
  path: "users/deletion",
  summary: "Delete the account of a deletion token",
  example: { body: { token: exampleSecret, gameId: 1 } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ token: linkToken, gameId }),
  status: 204,
  refusals: ["errors.failedToDeleteUser", "errors.deletionLinkUnknown", "errors.accountNotDeletable", "errors.lastAdministrator"],
});

/** A form can only post. `code` comes from the letter, so that the page can show its question again after a refusal. */
export const deleteUserByForm = defineEndpoint({
  name: "deleteUserByForm",
  method: "POST",
  path: "users/deletion",
  summary: "The same as the DELETE, for a page whose script has not loaded yet",
  example: { body: { token: exampleSecret, gameId: 1, code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ token: linkToken, gameId, code: linkToken }),
  bodyKind: "form",
  form: { doneAt: "/delete-user?done=1", refusedAt: "/delete-user", proof: "code", inAddress: ["gameId"] },
  status: 204,
  refusals: ["errors.failedToDeleteUser", "errors.deletionLinkUnknown", "errors.accountNotDeletable", "errors.lastAdministrator"],
});
