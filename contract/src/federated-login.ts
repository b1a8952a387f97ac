/**
 * Logging in at an outside provider, and connecting one to an account (specification, sections 2 and 7). Starting and coming back
 * are navigations of the whole page: what goes wrong is told at /login?error=…&loginType=…, never as JSON.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId, exampleSecret } from "#/endpoint.ts";
import { id, plainTextOf, textOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { forEachProvider } from "#/providers.ts";
import { provider } from "#/vocabulary.ts";

const startQuery = z.strictObject({ deviceName: z.optional(plainTextOf(limits.deviceName)) });

/** As a provider writes it (OpenID Connect Core 3.1.2.5 and 3.1.2.6); whatever else it adds is dropped, what is too long is refused. */
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
  "errors.affiliationMismatch",
  "errors.loginTypeNotAllowed",
  "errors.userNotActive",
  "errors.noLoginPermissions",
] as const;

/** Sends the browser there to log in. */
export const startLogins = forEachProvider((_provider, { name, path }) =>
  defineEndpoint({
    name: `start${name}Login`,
    method: "GET",
    path: `${path}/start`,
    summary: `Send the browser to ${name} to log in there`,
    example: { query: { deviceName: "Firefox (Linux)" } },
    access: { by: "anyone", scope: "public" },
    query: startQuery,
    status: 302,
    refusals,
  }),
);

/** Takes the browser back. */
export const finishLogins = forEachProvider((_provider, { name, path }) =>
  defineEndpoint({
    name: `finish${name}Login`,
    method: "GET",
    path: `${path}/callback`,
    summary: `Back from ${name}: log in or connect, once, in the browser that started`,
    example: { query: { state: exampleSecret, code: "c" } },
    access: { by: "provider", scope: "public" },
    query: providerAnswer,
    status: 302,
    refusals: callbackRefusals,
  }),
);

/** A provider that returns by a cross-site POST brings no cookies of ours; the page is led on by GET, with which they come. */
export const receiveLogins = forEachProvider((_provider, { name, path, answersByPost }) =>
  answersByPost
    ? defineEndpoint({
        name: `receive${name}Login`,
        method: "POST",
        path: `${path}/callback`,
        summary: `Take the form post of ${name} and lead the browser on to the callback; changes nothing`,
        example: { body: { state: exampleSecret, code: "c" } },
        access: { by: "provider", scope: "public" },
        body: providerAnswer,
        bodyKind: "form",
        status: 302,
        refusals: [],
      })
    : undefined,
);

/** A person at a provider, connected to an account. `label` is what the provider calls them: an address or a user name. */
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
  summary: "Where one can log in with another account, and what is connected already",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.object({
    /** Those this portal is set up for. */
    providers: z.array(provider),
    hasPassword: z.boolean(),
    identities: z.array(identity),
  }),
  refusals: ["errors.notLoggedIn"],
});

/** The browser goes to `url`, the provider's; coming back it lands on /users/me?connected=… or with an error (DESIGN A18). */
export const connectIdentity = defineEndpoint({
  name: "connectIdentity",
  method: "POST",
  path: "users/me/identities",
  summary: "Begin to connect an account at a provider to one's own",
  example: { body: { provider: "GOOGLE" } },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ provider }),
  response: z.object({ url: z.string() }),
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.providerOff", "errors.providerAway"],
});

export const disconnectIdentity = defineEndpoint({
  name: "disconnectIdentity",
  method: "DELETE",
  path: "users/me/identities/{identityId}",
  summary: "Disconnect an account at a provider from one's own; the last way of logging in stays",
  example: { params: { identityId: exampleId } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ identityId: id }),
  status: 204,
  refusals: ["errors.notLoggedIn", "errors.loginTooOld", "errors.notFound", "errors.lastLoginMethod"],
});
