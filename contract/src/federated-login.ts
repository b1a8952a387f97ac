/**
 * Logging in at a provider, and connecting one to an account (specification, sections 2 and 7). Start and return are full-page
 * navigations. Their refusals appear in the address of a page, not as JSON. The page is /login?error=…&loginType=… after a login, /users/me
 * after connecting, and /login/confirmed after a confirmation.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId, exampleSecret } from "#/endpoint.ts";
import { id, plainTextOf, textOf, typedCode } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { forEachProvider } from "#/providers.ts";
import { provider } from "#/vocabulary.ts";

/** `deviceName`: how the list of the user's logins names this browser. */
const startQuery = z.strictObject({ deviceName: z.optional(plainTextOf(limits.deviceName)) });

/** The provider's answer (OpenID Connect Core 3.1.2.5 and 3.1.2.6). Other fields are dropped; overlong values are refused. */
const providerAnswer = z.object({
  state: z.optional(textOf({ max: 512 })),
  code: z.optional(textOf({ max: 4096 })),
  error: z.optional(textOf({ max: 512 })),
  iss: z.optional(textOf({ max: 512 })),
});

const refusals = ["errors.providerOff", "errors.providerAway", "errors.tooManyAttempts"] as const;
const callbackRefusals = [
  "errors.providerOff",
  "errors.providerAway",
  "errors.providerRefused",
  "errors.providerAnswerInvalid",
  "errors.providerLoginStale",
  "errors.identityUnknown",
  "errors.identityTaken",
  "errors.identityNotYours",
  "errors.affiliationMismatch",
  "errors.passkeyNeeded",
  "errors.loginTypeNotAllowed",
  "errors.userNotActive",
  "errors.noLoginPermissions",
] as const;

/** Redirects the browser to the provider. */
export const startLogins = forEachProvider((_provider, { name, path }) =>
  defineEndpoint({
    name: `start${name}Login`,
    method: "GET",
    path: `${path}/start`,
    summary: `Redirect the browser to ${name} to log in there`,
    example: { query: { deviceName: "Firefox (Linux)" } },
    access: { by: "anyone", scope: "public" },
    duringSupportView: "works",
    query: startQuery,
    status: 302,
    refusedBy: "redirect",
    refusals,
  }),
);

/** Takes the browser back. */
export const finishLogins = forEachProvider((_provider, { name, path }) =>
  defineEndpoint({
    name: `finish${name}Login`,
    method: "GET",
    path: `${path}/callback`,
    summary: `Return from ${name}: log in, connect or confirm, once, in the browser that started`,
    example: { query: { state: exampleSecret, code: "c" } },
    access: { by: "provider", scope: "public" },
    query: providerAnswer,
    status: 303,
    refusedBy: "redirect",
    refusals: callbackRefusals,
  }),
);

/** A provider that returns by a cross-site POST sends no cookies of ours. The answer redirects by GET, which sends them. */
export const receiveLogins = forEachProvider((_provider, { name, path, answersByPost }) =>
  answersByPost
    ? defineEndpoint({
        name: `receive${name}Login`,
        method: "POST",
        path: `${path}/callback`,
        summary: `Accept the form post of ${name} and redirect the browser to the callback; changes nothing`,
        example: { body: { state: exampleSecret, code: "c" } },
        access: { by: "provider", scope: "public" },
        duringMaintenance: "works",
        body: providerAnswer,
        bodyKind: "form",
        status: 303,
        refusals: [],
      })
    : undefined,
);

/** A person at a provider, connected to an account. `label` is the provider's name for the person, if it sends one. */
export const identity = z.object({
  id,
  provider,
  label: z.optional(z.string()),
  connectedAt: z.string(),
  lastUsedAt: z.optional(z.string()),
});
export type Identity = z.infer<typeof identity>;

export const listOwnIdentities = defineEndpoint({
  name: "listOwnIdentities",
  method: "GET",
  path: "users/me/identities",
  summary: "List the available providers and the caller's connected identities",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.object({
    /** The providers that this portal has configured. */
    providers: z.array(provider),
    /** Whether the account has a password to log in by, which may have expired. */
    hasPassword: z.boolean(),
    identities: z.array(identity),
  }),
  refusals: ["errors.notLoggedIn"],
});

/** The browser goes to the provider's `url`. It returns to /users/me?connected=… or with an error (DESIGN A18). */
export const connectIdentity = defineEndpoint({
  name: "connectIdentity",
  method: "POST",
  path: "users/me/identities",
  summary: "Begin to connect an account at a provider to the caller's account",
  example: { body: { provider: "GOOGLE" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ provider }),
  response: z.object({ url: z.string() }),
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.passkeyNeeded", "errors.providerOff", "errors.providerAway"],
});

/**
 * The browser opens the provider's `url` in a second window. It returns to /login/confirmed, which tells the first window. The
 * provider must log the user in again, as the same person.
 */
export const confirmAtProvider = defineEndpoint({
  name: "confirmAtProvider",
  method: "POST",
  path: "sessions/confirm/provider",
  summary: "Begin to confirm the login at a connected provider; needs a code if the account has a second factor",
  example: { body: { provider: "GOOGLE" } },
  access: { by: "session", permission: "none", scope: "self" },
  checksProof: true,
  body: z.strictObject({ provider, code: z.optional(typedCode) }),
  response: z.object({ url: z.string() }),
  refusals: [
    "errors.notLoggedIn",
    "errors.confirmAnotherWay",
    "errors.secondFactorInvalid",
    "errors.providerOff",
    "errors.providerAway",
    "errors.tooManyAttempts",
  ],
});

export const disconnectIdentity = defineEndpoint({
  name: "disconnectIdentity",
  method: "DELETE",
  path: "users/me/identities/{identityId}",
  summary: "Disconnect an account at a provider from the caller's account; the last login type stays",
  example: { params: { identityId: exampleId } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ identityId: id }),
  status: 204,
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.notFound", "errors.lastLoginMethod"],
});
