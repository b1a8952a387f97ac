/**
 * The second factor: a code of an authenticator app (RFC 6238) or one of ten backup codes (specification, section 3; DESIGN
 * A23). Enrolled users must always pass it; a passkey replaces it. Administrators must enrol if the portal demands it. Each
 * code is counted before its check. The fifth wrong code ends a login that waits for a code. A right code clears the count.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { typedCode as code } from "#/fields.ts";
import { sessionUser } from "#/login.ts";

/** The specification's second-factor data. A secret that no code has confirmed yet counts as not enrolled. */
export const secondFactorStatus = defineEndpoint({
  name: "secondFactorStatus",
  method: "GET",
  path: "second-factor",
  summary: "Get whether the caller has and needs a second factor, and the number of backup codes left",
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  response: z.object({
    enrolled: z.boolean(),
    /** The portal demands a second factor of this user. */
    required: z.boolean(),
    /** When a code confirmed the app; absent if not enrolled. */
    confirmedAt: z.optional(z.string()),
    backupCodesLeft: z.number(),
  }),
  refusals: ["errors.notLoggedIn"],
});

/**
 * Each call replaces a secret that is not confirmed yet. Such a secret lives an hour. If the account has a passkey, a half session cannot
 * enrol or confirm (errors.passkeyNeeded). It must use the passkey.
 */
export const enrolSecondFactor = defineEndpoint({
  name: "enrolSecondFactor",
  method: "POST",
  path: "second-factor/enrol",
  summary: "Create a secret for an authenticator app; it has no effect until one of its codes confirms it",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  body: z.strictObject({}),
  /** `otpAuthUrl` is the content of the QR code, `secret` the same in base32 for typing. */
  response: z.object({ secret: z.string(), otpAuthUrl: z.string() }),
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.secondFactorEnrolled", "errors.passkeyNeeded"],
});

/** From a session that could only enrol (DESIGN A23) this logs in: `user` is set, and the session is new. */
export const confirmSecondFactor = defineEndpoint({
  name: "confirmSecondFactor",
  method: "POST",
  path: "second-factor/confirm",
  summary: "Confirm the new secret with one of its codes; returns the backup codes, once",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  checksProof: true,
  body: z.strictObject({ code }),
  response: z.object({ valid: z.literal(true), backupCodes: z.array(z.string()), user: z.optional(sessionUser) }),
  refusals: [
    "errors.notLoggedIn",
    "errors.secondFactorInvalid",
    "errors.secondFactorEnrolled",
    "errors.secondFactorNotBegun",
    "errors.passkeyNeeded",
    "errors.userNotActive",
    "errors.tooManyAttempts",
  ],
});

export const verifySecondFactor = defineEndpoint({
  name: "verifySecondFactor",
  method: "POST",
  path: "second-factor/verify",
  summary: "Pass the second factor after the first one was right",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self", stages: ["SECOND_FACTOR"] },
  checksProof: true,
  body: z.strictObject({ code }),
  bodyKind: "form",
  form: { doneAt: "/post-login", refusedAt: "/login/second-factor" },
  /** After a password an organization may require a passkey. The session then waits for it: the user proves one, or adds the first. */
  response: z.union([sessionUser, z.object({ secondFactor: z.literal("passkey") })]),
  refusals: ["errors.notLoggedIn", "errors.secondFactorInvalid", "errors.userNotActive", "errors.tooManyAttempts"],
});

export const renewBackupCodes = defineEndpoint({
  name: "renewBackupCodes",
  method: "POST",
  path: "second-factor/backup-codes",
  summary: "Replace the backup codes by ten new ones; needs a code",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self" },
  checksProof: true,
  body: z.strictObject({ code }),
  response: z.object({ backupCodes: z.array(z.string()) }),
  refusals: ["errors.notLoggedIn", "errors.secondFactorInvalid", "errors.secondFactorNotBegun", "errors.tooManyAttempts"],
});

export const removeSecondFactor = defineEndpoint({
  name: "removeSecondFactor",
  method: "POST",
  path: "second-factor/remove",
  summary: "Remove the second factor; needs a code, and is refused if the portal demands the factor",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self" },
  checksProof: true,
  body: z.strictObject({ code }),
  status: 204,
  refusals: [
    "errors.notLoggedIn",
    "errors.secondFactorInvalid",
    "errors.secondFactorNotBegun",
    "errors.secondFactorDemanded",
    "errors.tooManyAttempts",
  ],
});
