/** What an account's owner does with it. */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import { email, gameId, linkToken, text } from "#/fields.ts";
import { locale } from "#/vocabulary.ts";

/** The name is checked by `displayNameFault` on both sides: its refusals are sentences of the error catalogue. */
export const setDisplayName = defineEndpoint({
  name: "setDisplayName",
  method: "POST",
  path: "users/set-display-name",
  summary: "Set one's own display name",
  example: { body: { displayName: "Kari Nordmann" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ displayName: text.check(z.maxLength(1000)) }),
  response: z.object({ displayName: z.string() }),
  refusals: ["errors.displayNameNotPermitted", "errors.displayNameLength", "errors.displayNameSpecialCharacters"],
});

export const setLanguage = defineEndpoint({
  name: "setLanguage",
  method: "POST",
  path: "users/set-language",
  summary: "Set the language of one's own screens and letters",
  example: { body: { locale: "nb" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ locale }),
  response: z.object({ locale }),
  refusals: ["errors.notLoggedIn"],
});

/** {email} asks for the link; {email, token} confirms the deletion (DESIGN A7). */
export const requestUserDeletion = defineEndpoint({
  name: "requestUserDeletion",
  method: "POST",
  path: "users/request-user-deletion",
  summary: "Ask for a deletion link, or delete one's account with it",
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
    "errors.emailNotForDeletionLink",
    "errors.accountNotDeletable",
    "errors.lastAdministrator",
    "errors.linkAskedRecently",
    "errors.linkReplaced",
    "errors.tooManyAttempts",
  ],
});

export const checkDeletionCode = defineEndpoint({
  name: "checkDeletionCode",
  method: "GET",
  path: "user/deletion/{gameId}/{code}",
  summary: "Whose deletion a mailed code is for, and the token that confirms it; reads only",
  example: { params: { gameId: 1, code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  params: z.object({ gameId, code: linkToken }),
  response: z.object({ email: z.string(), token: z.string() }),
  refusals: ["errors.invalidUserDeletionCode", "errors.linkExpired", "errors.linkReplaced"],
});

export const deleteUser = defineEndpoint({
  name: "deleteUser",
  method: "DELETE",
  path: "users/deletion",
  summary: "Delete the account that a deletion token is for",
  example: { body: { token: exampleSecret, gameId: 1 } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ token: linkToken, gameId }),
  status: 204,
  refusals: ["errors.failedToDeleteUser", "errors.accountNotDeletable", "errors.lastAdministrator"],
});

/** A form can only post. `code` is the letter's: with it the page can ask its question again where this is refused. */
export const deleteUserByForm = defineEndpoint({
  name: "deleteUserByForm",
  method: "POST",
  path: "users/deletion",
  summary: "The same as the DELETE, for a page whose script has not arrived yet",
  example: { body: { token: exampleSecret, gameId: 1, code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ token: linkToken, gameId, code: linkToken }),
  bodyKind: "form",
  form: { doneAt: "/delete-user?done=1", refusedAt: "/delete-user", proof: "code", inAddress: ["gameId"] },
  status: 204,
  refusals: ["errors.failedToDeleteUser", "errors.accountNotDeletable", "errors.lastAdministrator"],
});
