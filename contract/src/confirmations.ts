/** The confirmation of a login that is too old for an action (docs/flows/confirmations.md). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import type { ResponseOf } from "#/endpoint.ts";
import { typedCode } from "#/fields.ts";
import { typedPasswordOr } from "#/login.ts";
import { assertion, exampleAssertion, namedCredential, refusalsOfUse, requestOptions } from "#/passkeys.ts";
import { provider } from "#/vocabulary.ts";

/** For the question "Confirm that it is you". Without any way the user must log in again. */
export const waysToConfirm = defineEndpoint({
  name: "waysToConfirm",
  method: "GET",
  path: "sessions/confirm",
  summary: "Get how the caller can confirm the login: by password, by passkey, at connected providers, and whether with a code",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.object({
    password: z.boolean(),
    passkey: z.boolean(),
    /** Connected providers, for `confirmAtProvider`. */
    providers: z.array(provider),
    /** The account has a second factor, so each way but the passkey needs a code too. */
    code: z.boolean(),
  }),
  refusals: ["errors.notLoggedIn"],
});
export type WaysToConfirm = ResponseOf<typeof waysToConfirm>;

/**
 * For a call that was refused with errors.loginTooOld. After the confirmation guarded calls succeed for a quarter of an hour. If a passkey
 * proved the owner of the session, the password is too little without a second factor (errors.confirmAnotherWay).
 */
export const confirmLogin = defineEndpoint({
  name: "confirmLogin",
  method: "POST",
  path: "sessions/confirm",
  summary: "Confirm the login by the password, and by a code if the account has a second factor; begins no session",
  example: { body: { password: "Lighthouse-Beam-8" } },
  access: { by: "session", permission: "none", scope: "self" },
  checksProof: true,
  body: z.strictObject({ password: typedPasswordOr("errors.passwordLength"), code: z.optional(typedCode) }),
  status: 204,
  refusals: [
    "errors.notLoggedIn",
    "errors.confirmAnotherWay",
    "errors.passwordLength",
    "errors.passwordWrong",
    "errors.passwordExpired",
    "errors.secondFactorInvalid",
    "errors.loginStopped",
    "errors.tooManyAttempts",
  ],
});

/** PublicKeyCredentialRequestOptionsJSON. It names the caller's own passkeys, so the browser offers no other. */
const confirmationOptions = z.extend(requestOptions, { allowCredentials: z.array(namedCredential) });

/** Refuses an account without a working passkey with errors.confirmAnotherWay. */
export const startPasskeyConfirmation = defineEndpoint({
  name: "startPasskeyConfirmation",
  method: "POST",
  path: "sessions/confirm/passkey/options",
  summary: "Begin to confirm the login by a passkey: returns the options for the browser, valid once for five minutes in this session",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({}),
  response: confirmationOptions,
  refusals: ["errors.notLoggedIn", "errors.confirmAnotherWay", "errors.tooManyAttempts"],
});

/** An account that may log in by a badge alone gets errors.loginTypeNotAllowed. */
export const confirmByPasskey = defineEndpoint({
  name: "confirmByPasskey",
  method: "POST",
  path: "sessions/confirm/passkey",
  summary: "Confirm the login by a passkey of the account; begins no session",
  example: { body: { credential: exampleAssertion } },
  access: { by: "session", permission: "none", scope: "self" },
  checksProof: true,
  body: z.strictObject({ credential: assertion }),
  status: 204,
  refusals: ["errors.notLoggedIn", ...refusalsOfUse, "errors.loginTypeNotAllowed", "errors.tooManyAttempts"],
});
