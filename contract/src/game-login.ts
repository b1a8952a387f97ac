/** Handing an account over to a game: an OAuth 2.1 authorization under the specification's names (DESIGN A2, A3, A5). */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import type { ResponseOf } from "#/endpoint.ts";
import { gameId, id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { callbackKind, loginType, tokenScope } from "#/vocabulary.ts";

/**
 * `clientCode` is the game's PKCE S256 challenge, `deeplink` its callbackUrl, `state` its own opaque value. Games marked
 * `legacy_client_code` send any text as `clientCode` (decision 5).
 */
const request = {
  gameId,
  state: text.check(z.minLength(1), z.maxLength(limits.state.max)),
  clientCode: text.check(z.minLength(1), z.maxLength(limits.clientCode.legacyMax)),
  deeplink: text.check(z.minLength(1), z.maxLength(limits.callbackUrl.max)),
  /** Without it the game's widest scope. A child's is always PLAYER. */
  scope: z.optional(tokenScope),
  /** The words of OpenID Connect in the requested scope. Games that are no OpenID clients get nothing for them. */
  openidScope: z.optional(text.check(z.regex(/^openid( profile)?( email)?$/))),
  /** Comes back in the ID token (OpenID Connect Core, section 3.1.2.1). */
  nonce: z.optional(text.check(z.minLength(1), z.maxLength(limits.nonce.max))),
  /** Without it the session's organization, else the only one that has the game (errors.organizationNotChosen). */
  orgId: z.optional(id),
};

const access = { by: "session", permission: "none", scope: "self", badgeSession: "allowed" } as const;

/** Why a request of a logged-in account cannot be answered. The history keeps the code as the reason, and the game's builders read it. */
export const requestRefusals = [
  "errors.noLoginPermissions",
  "errors.organizationNotChosen",
  "errors.gameNotAvailable",
  "errors.gameLoginTypeNotAllowed",
  "errors.gamePermissionMissing",
  "errors.gameScopeTooWide",
  "errors.callbackUrlNotRegistered",
  "errors.clientCodeInvalid",
] as const;

/** The refusals of a request that cannot be answered, with or without consent. */
const unanswerable = ["errors.notLoggedIn", ...requestRefusals] as const;

/**
 * Consent for one hand-over of exactly this request, in this session, within two minutes (DESIGN A6). It is given at once to
 * requests from our own pages and from the game itself. It is also given to requests from no page, such as a typed address or a
 * bookmark. Otherwise the user is asked, and `isConfirmed` says that they pressed the button. An OpenID client may demand a more
 * recent login (errors.loginTooOld).
 */
export const consentToGameLogin = defineEndpoint({
  name: "consentToGameLogin",
  method: "POST",
  path: "token/game/consent",
  summary: "Get the one-time consent that a game code needs, or learn that the user must be asked",
  example: { body: { gameId: 1, state: "s", clientCode: exampleSecret, deeplink: "https://game.example/callback" } },
  access,
  body: z.strictObject({ ...request, isConfirmed: z.optional(z.boolean()) }),
  response: z.discriminatedUnion("is", [
    z.object({ is: z.literal("given"), consent: z.string() }),
    /** The names for the question. */
    z.object({ is: z.literal("needed"), game: z.string(), organization: z.string() }),
  ]),
  refusals: [...unanswerable, "errors.loginTooOld"],
});

export const finishGameLogin = defineEndpoint({
  name: "finishGameLogin",
  method: "GET",
  path: "token/game/callback",
  summary: "Issue a one-time game code and the deep link that carries it",
  example: { query: { gameId: 1, state: "s", clientCode: exampleSecret, deeplink: "https://game.example/callback" } },
  access,
  changesState: true,
  query: z.strictObject({ ...request, consent: z.optional(text.check(z.maxLength(64))) }),
  response: z.object({
    deeplinkUrl: z.string(),
    /** The kind of the registered callback. Pages try only a loopback address in the background (DESIGN A5). */
    kind: callbackKind,
    /** A secret of this hand-over. With it the page may ask whether the game has redeemed the code. */
    handover: z.string(),
  }),
  refusals: [...unanswerable, "errors.consentNeeded"],
});

/**
 * For the login page. The public catalogue leaves out games that are not public, so only a request with a registered callback learns how to
 * log in for such a game.
 */
export const requestedLoginTypes = defineEndpoint({
  name: "requestedLoginTypes",
  method: "GET",
  path: "token/game/login-types",
  summary: "List the login types of the game that a request with a registered callback names",
  example: { query: { gameId: 1, deeplink: "https://game.example/callback" } },
  access: { by: "anyone", scope: "public" },
  query: z.strictObject({ gameId: request.gameId, deeplink: request.deeplink }),
  response: z.object({ loginTypes: z.array(loginType) }),
  refusals: ["errors.notFound"],
});

/**
 * The hand-over's secret suffices, because a badge session has ended by the time the page asks. It is 32 bytes in base64url. A day after
 * the code has expired the hand-over is not found.
 */
export const gameLoginStatus = defineEndpoint({
  name: "gameLoginStatus",
  method: "GET",
  path: "token/game/status",
  summary: "Tell whether the game has redeemed the code",
  example: { query: { handover: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  query: z.strictObject({ handover: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: z.object({ status: z.enum(["waiting", "redeemed", "expired"]) }),
  refusals: ["errors.handoverNotFound"],
});
export type ArrivalStatus = ResponseOf<typeof gameLoginStatus>["status"];
