/**
 * Setting passwords by mailed links: reset and activation (specification, sections 2, 4, 5, 7 and 8). A dead link is refused
 * with the specification's sentence. Its cause, if known, is the first entry of the envelope's `errors`.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import { email, gameId, gameLink, linkToken, text } from "#/fields.ts";

/** Both sides rate it by `ratePassword`. The server also refuses common passwords and those with the owner's names. */
const newPassword = text.check(z.minLength(1, "errors.passwordTooWeak"), z.maxLength(1024, "errors.passwordTooWeak"));

const done = z.object({});

/** For links to the portal's own page: a reset, or an activation, which activates the account. `activateAccount` is for a game's page. */
export const setPassword = defineEndpoint({
  name: "setPassword",
  method: "POST",
  path: "pw/new-user-password",
  summary: "Set a new password with a mailed link; ends every session and token of the account",
  example: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", token: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  // A form without script says whether it is the first password, for the page that explains a refusal. Programs send a boolean.
  body: z.strictObject({
    email,
    password: newPassword,
    token: linkToken,
    activateAccount: z.optional(z.union([z.boolean(), z.literal("true")])),
  }),
  bodyKind: "form",
  form: {
    doneAt: "/account/set-password?done=1",
    refusedAt: "/account/set-password",
    keeps: "email",
    proof: "token",
    inAddress: ["activateAccount"],
  },
  response: done,
  refusals: [
    "errors.passwordTooWeak",
    "errors.resetLinkIncorrectOrExpired",
    "errors.resetLinkExpired",
    "errors.linkReplaced",
    "errors.linkUsed",
    "errors.tooManyWrongEmails",
    "errors.emailNotForResetLink",
    "errors.tooManyAttempts",
    "errors.busy",
  ],
});

export const requestPasswordReset = defineEndpoint({
  name: "requestPasswordReset",
  method: "POST",
  path: "pw/reset-password-by-email",
  summary: "Request a reset link; the answer is the same for every well-formed address",
  example: { body: { email: "nobody@school.example" } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ email }),
  bodyKind: "form",
  form: { doneAt: "/forgot-password?done=1", refusedAt: "/forgot-password", keeps: "email" },
  response: done,
  refusals: ["errors.tooManyAttempts"],
});

/** `gameId` belongs to the specification's calls. The code alone decides. */
export const checkActivationCode = defineEndpoint({
  name: "checkActivationCode",
  method: "GET",
  path: "new-user-password/{gameId}/{code}",
  summary: "Get the email address of an activation link; reads only",
  example: { params: { gameId: 1, code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  params: gameLink("errors.invalidPasswordActivationCode"),
  response: z.object({ email: z.string() }),
  refusals: [
    "errors.invalidPasswordActivationCode",
    "errors.linkExpired",
    "errors.linkReplaced",
    "errors.linkUsed",
    "errors.tooManyWrongEmails",
  ],
});

export const checkInvitation = defineEndpoint({
  name: "checkInvitation",
  method: "GET",
  path: "pw/invitation/{code}",
  summary: "Get the school of the account that an activation link is for; reads only",
  example: { params: { code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  params: z.object({ code: linkToken }),
  /** No school if the account is in no organization, or in several. */
  response: z.object({ school: z.optional(z.string()) }),
  refusals: [
    "errors.resetLinkIncorrectOrExpired",
    "errors.resetLinkExpired",
    "errors.linkReplaced",
    "errors.linkUsed",
    "errors.tooManyWrongEmails",
  ],
});

/** `gameId` as in `checkActivationCode`. */
export const activateAccount = defineEndpoint({
  name: "activateAccount",
  method: "POST",
  path: "new-user-password",
  summary: "Set the first password with an activation link, which activates the account",
  example: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", token: exampleSecret, gameId: 1 } },
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ email, password: newPassword, token: linkToken, gameId }),
  bodyKind: "form",
  form: {
    doneAt: "/new-user-password?done=1",
    refusedAt: "/new-user-password",
    keeps: "email",
    proof: "token",
    inAddress: ["gameId"],
  },
  response: done,
  refusals: [
    "errors.passwordTooWeak",
    "errors.invalidPasswordActivationCode",
    "errors.linkExpired",
    "errors.linkReplaced",
    "errors.linkUsed",
    "errors.tooManyWrongEmails",
    "errors.emailNotForResetLink",
    "errors.tooManyAttempts",
    "errors.busy",
  ],
});
