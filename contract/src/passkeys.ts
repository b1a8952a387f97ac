/**
 * Passkeys (WebAuthn Level 3): the owner logs in by a key on a device. A fingerprint, a face or a PIN unlocks it. Every account
 * but a child's may have them. Options and answers have the JSON forms of the standard, so browsers read and write them.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, nameOf, plainTextOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { sessionUser } from "#/login.ts";

const base64url = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));

/** A credential id has at most 1023 bytes. The standard limits no other size below but `userHandle`; ours only keep a call small. */
const credentialId = base64url(1364);
const clientData = base64url(4096);
/** The standard leaves room for names to come, such as hybrid. */
const transports = z.array(z.string().check(z.maxLength(32), z.regex(/^[\w-]+$/))).check(z.maxLength(10));
const credentialType = z.literal("public-key");

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.optional(z.string()),
  /** Whether the device keeps a copy in its maker's cloud. */
  isBackedUp: z.boolean(),
  /** Whether it was refused because two devices may hold it. It logs in no more. */
  isCopied: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const listOwnPasskeys = defineEndpoint({
  name: "listOwnPasskeys",
  method: "GET",
  path: "passkeys",
  summary: "List the caller's passkeys, the oldest first",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.array(passkey),
  refusals: ["errors.notLoggedIn"],
});

export const namedCredential = z.object({ type: credentialType, id: credentialId, transports: z.optional(transports) });

/** PublicKeyCredentialCreationOptionsJSON. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(namedCredential),
});

export const startPasskeyRegistration = defineEndpoint({
  name: "startPasskeyRegistration",
  method: "POST",
  path: "passkeys/registration",
  summary: "Begin to add a passkey: returns the options for the browser, valid once for five minutes",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "PASSKEY"] },
  body: z.strictObject({}),
  response: creationOptions,
  refusals: [
    "errors.notLoggedIn",
    "errors.notAllowed",
    "errors.loginTooOld",
    "errors.passkeyNeeded",
    "errors.tooManyPasskeys",
    "errors.tooManyAttempts",
  ],
});

const name = nameOf({ min: limits.passkeys.nameMin, max: limits.passkeys.nameMax });
const exampleAnswer = "ZXhhbXBsZQ";

/** RegistrationResponseJSON. Members that we do not use are left out. */
const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({ clientDataJSON: clientData, attestationObject: base64url(16_384), transports: z.optional(transports) }),
});
export type Registration = z.infer<typeof registration>;

export const addPasskey = defineEndpoint({
  name: "addPasskey",
  method: "POST",
  path: "passkeys",
  summary: "Add the passkey that the browser created; emails the owner",
  example: {
    body: {
      name: "My laptop",
      credential: {
        id: exampleAnswer,
        rawId: exampleAnswer,
        type: "public-key",
        response: { clientDataJSON: exampleAnswer, attestationObject: exampleAnswer },
      },
    },
  },
  access: { by: "session", permission: "none", scope: "self", stages: ["FULL", "PASSKEY"] },
  checksProof: true,
  body: z.strictObject({ name, credential: registration }),
  status: 201,
  /** `user` is set if the session could only add a passkey. It is logged in then, by a new session. */
  response: z.extend(passkey, { user: z.optional(sessionUser) }),
  refusals: [
    "errors.notLoggedIn",
    "errors.notAllowed",
    "errors.loginTooOld",
    "errors.passkeyNeeded",
    "errors.userNotActive",
    "errors.passkeyStale",
    "errors.passkeyInvalid",
    "errors.passkeyTaken",
    "errors.tooManyPasskeys",
  ],
});

export const renamePasskey = defineEndpoint({
  name: "renamePasskey",
  method: "PATCH",
  path: "passkeys/{passkeyId}",
  summary: "Rename a passkey of the caller",
  example: { params: { passkeyId: exampleId }, body: { name: "My laptop" } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ passkeyId: id }),
  body: z.strictObject({ name }),
  response: passkey,
  refusals: ["errors.notLoggedIn", "errors.notFound"],
});

/**
 * Ends half sessions, games' tokens of the login type PASSWORD, and the sessions elsewhere that any passkey began, completed or confirmed.
 */
export const removePasskey = defineEndpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "passkeys/{passkeyId}",
  summary: "Remove a passkey of the caller, with what passkeys opened elsewhere; emails the owner",
  example: { params: { passkeyId: exampleId } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ passkeyId: id }),
  status: 204,
  refusals: ["errors.notLoggedIn", "errors.notFound", "errors.loginTooOld", "errors.lastLoginMethod", "errors.passkeyDemanded"],
});

/** PublicKeyCredentialRequestOptionsJSON. It names no credential, so it says nothing about any account. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
});

export const startPasskeyLogin = defineEndpoint({
  name: "startPasskeyLogin",
  method: "POST",
  path: "passkeys/login/options",
  summary: "Begin a login by passkey: returns the options for the browser, valid once for five minutes in this browser",
  example: { body: {} },
  access: { by: "anyone", scope: "public" },
  duringSupportView: "works",
  body: z.strictObject({}),
  response: requestOptions,
  refusals: ["errors.tooManyAttempts"],
});

/** AuthenticationResponseJSON. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: z.optional(z.nullable(base64url(128))),
  }),
});
export type Assertion = z.infer<typeof assertion>;

export const exampleAssertion = {
  id: exampleAnswer,
  rawId: exampleAnswer,
  type: "public-key" as const,
  response: { clientDataJSON: exampleAnswer, authenticatorData: exampleAnswer, signature: exampleAnswer },
};

/** How the signed answer of a passkey may be refused, whatever it is for. */
export const refusalsOfUse = ["errors.passkeyStale", "errors.passkeyUnknown", "errors.passkeyInvalid", "errors.passkeyCopied"] as const;

/** The session has passed the second factor, because the device verified its user. Towards games its login type is PASSWORD. */
export const logInWithPasskey = defineEndpoint({
  name: "logInWithPasskey",
  method: "POST",
  path: "passkeys/login",
  summary: "Log in by a passkey",
  example: {
    body: {
      credential: exampleAssertion,
      deviceName: "a test",
    },
  },
  access: { by: "anyone", scope: "public" },
  checksProof: true,
  duringSupportView: "works",
  body: z.strictObject({ credential: assertion, deviceName: plainTextOf(limits.deviceName) }),
  response: sessionUser,
  refusals: [...refusalsOfUse, "errors.userNotActive", "errors.loginTypeNotAllowed", "errors.noLoginPermissions", "errors.tooManyAttempts"],
});

const byHalfSession = { by: "session", permission: "none", scope: "self", stages: ["SECOND_FACTOR", "PASSKEY"] } as const;

export const getHalfLogin = defineEndpoint({
  name: "getHalfLogin",
  method: "GET",
  path: "passkeys/half-login",
  summary: "Get whether the half session's account has a passkey",
  access: byHalfSession,
  response: z.object({ hasPasskey: z.boolean() }),
  refusals: ["errors.notLoggedIn"],
});

/** The challenge comes from `startPasskeyLogin`. Only a passkey of the half session's account is accepted. */
export const completeLoginByPasskey = defineEndpoint({
  name: "completeLoginByPasskey",
  method: "POST",
  path: "passkeys/half-login",
  summary: "Pass the second factor by a passkey after the first one was right",
  example: { body: { credential: exampleAssertion } },
  access: byHalfSession,
  checksProof: true,
  body: z.strictObject({ credential: assertion }),
  response: sessionUser,
  refusals: ["errors.notLoggedIn", ...refusalsOfUse, "errors.userNotActive", "errors.tooManyAttempts"],
});
