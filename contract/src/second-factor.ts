/**
 * The second factor: a code that an authenticator app shows (RFC 6238), or one of ten backup codes (specification, section 3;
 * DESIGN A23). Who enrolled is always asked; administrators have to enrol where the portal is set so.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { text } from "#/fields.ts";
import { sessionUser } from "#/login.ts";

/** Six digits, or a backup code; spaces, hyphens and case are forgiven. What is neither is a wrong code, not a wrong form. */
const code = text.check(z.maxLength(64, "errors.secondFactorInvalid"));

/** The specification's second-factor data; each call answers the part it is about. */
export const secondFactorStatus = defineEndpoint({
  name: "secondFactorStatus",
  method: "GET",
  path: "second-factor",
  summary: "Whether one has a second factor, has to have one, and how many backup codes are left",
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  response: z.object({
    enrolled: z.boolean(),
    required: z.boolean(),
    confirmedAt: z.optional(z.string()),
    backupCodesLeft: z.number(),
  }),
  refusals: ["errors.notLoggedIn"],
});

export const enrolSecondFactor = defineEndpoint({
  name: "enrolSecondFactor",
  method: "POST",
  path: "second-factor/enrol",
  summary: "A new secret for an authenticator app; nothing changes until a code of it is confirmed",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  body: z.strictObject({}),
  /** `otpAuthUrl` is what the QR picture holds, `secret` the same in base32 for typing. */
  response: z.object({ secret: z.string(), otpAuthUrl: z.string() }),
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.secondFactorEnrolled"],
});

/** From a session that could only enrol (DESIGN A23) this logs in: `user` is set then, and the session is a new one. */
export const confirmSecondFactor = defineEndpoint({
  name: "confirmSecondFactor",
  method: "POST",
  path: "second-factor/confirm",
  summary: "Confirm the new secret with a code of it; answers the backup codes, once",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "ENROLMENT"] },
  body: z.strictObject({ code }),
  response: z.object({ valid: z.literal(true), backupCodes: z.array(z.string()), user: z.optional(sessionUser) }),
  refusals: [
    "errors.notLoggedIn",
    "errors.secondFactorInvalid",
    "errors.secondFactorEnrolled",
    "errors.secondFactorNotBegun",
    "errors.userNotActive",
    "errors.tooManyAttempts",
  ],
});

export const verifySecondFactor = defineEndpoint({
  name: "verifySecondFactor",
  method: "POST",
  path: "second-factor/verify",
  summary: "Answer for the second factor after the first one was right",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self", stages: ["SECOND_FACTOR"] },
  body: z.strictObject({ code }),
  bodyKind: "form",
  form: { doneAt: "/post-login", refusedAt: "/login/second-factor" },
  response: sessionUser,
  refusals: ["errors.notLoggedIn", "errors.secondFactorInvalid", "errors.userNotActive", "errors.tooManyAttempts"],
});

export const renewBackupCodes = defineEndpoint({
  name: "renewBackupCodes",
  method: "POST",
  path: "second-factor/backup-codes",
  summary: "Ten new backup codes in the place of the former ones; proves the factor with a code",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ code }),
  response: z.object({ backupCodes: z.array(z.string()) }),
  refusals: ["errors.notLoggedIn", "errors.secondFactorInvalid", "errors.secondFactorNotBegun", "errors.tooManyAttempts"],
});

export const removeSecondFactor = defineEndpoint({
  name: "removeSecondFactor",
  method: "POST",
  path: "second-factor/remove",
  summary: "Give the second factor up; proves it with a code, and not where it is demanded",
  example: { body: { code: "123456" } },
  access: { by: "session", permission: "none", scope: "self" },
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
