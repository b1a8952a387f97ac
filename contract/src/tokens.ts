/** Tokens for games: RFC 6749, 7009, 7636, 8414, 9068 and 9207, so that stock OAuth libraries work. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { oauthParameter, text, textOf, unlessEmpty } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { rowsPerPage } from "#/pages.ts";
import { rightsLevel, tokenScope } from "#/vocabulary.ts";

/** The kinds of rights that a token names by ids, and leaves out if it would grow too long. */
export const rightsKinds = ["games", "players", "playerGroups", "userGroups"] as const;
export const rightsKind = z.enum(rightsKinds);
export type RightsKind = z.infer<typeof rightsKind>;

/** The claims that a game reads. Never a name or an e-mail address. A narrower `scope` leaves the claims about groups empty. */
export const accessTokenClaims = z.object({
  iss: z.string(),
  /** The account's id, or an id for this client alone if its subjects are pairwise. */
  sub: z.string(),
  aud: z.string(),
  client_id: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  /** The token family, whose tokens end together. */
  sid: z.string(),
  scope: tokenScope,
  orgId: z.string(),
  /** The games of the organization, without retired games. */
  gameIds: z.array(z.number()),
  playerIds: z.array(z.string()),
  playerRights: z.record(z.string(), rightsLevel),
  playerGroupIds: z.array(z.string()),
  playerGroupRights: z.record(z.string(), rightsLevel),
  userGroupIds: z.array(z.string()),
  userGroupRights: z.record(z.string(), rightsLevel),
  /** Held in the organization. A login by badge has only the role `student`. */
  roles: z.array(z.string()),
  /** Held in the organization. A login by badge has only those of `student`, and those that the game requires. */
  permissions: z.array(z.string()),
  /** Kinds whose claims are empty because they do not fit; `token/rights` returns them. Absent if nothing was left out. */
  rightsOmitted: z.optional(z.array(rightsKind)),
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/** RFC 6749 demands that servers ignore unknown parameters, so this form is not strict. */
export const tokenRequest = z.object({
  grant_type: oauthParameter,
  client_id: oauthParameter,
  client_secret: oauthParameter,
  code: oauthParameter,
  redirect_uri: oauthParameter,
  code_verifier: oauthParameter,
  refresh_token: oauthParameter,
  /** Of a refresh: narrows the new access token alone. */
  scope: oauthParameter,
  device_code: oauthParameter,
});

/** RFC 8628, section 3.4. */
export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
  /** The token's scope. An OpenID client also gets the granted words of OpenID Connect before it. */
  scope: z.string(),
  /** Only for OpenID clients that asked for the scope "openid". */
  id_token: z.optional(z.string()),
  /** Our extension, only for a device code. The game keeps it, and sends it with its next request for a device code. */
  device_key: z.optional(z.string()),
});

export const issueTokens = defineEndpoint({
  name: "issueTokens",
  method: "POST",
  path: "token",
  summary: "Redeem a code, rotate a refresh token (RFC 6749), or poll with a device code (RFC 8628)",
  example: { body: { grant_type: "refresh_token", client_id: "1", refresh_token: "x" } },
  access: { by: "game", scope: "public" },
  duringMaintenance: "works",
  body: tokenRequest,
  bodyKind: "form",
  response: tokenAnswer,
  refusals: [
    "errors.clientInvalid",
    "errors.grantInvalid",
    "errors.grantTypeUnsupported",
    "errors.scopeNotGranted",
    "errors.authorizationPending",
    "errors.pollingTooFast",
    "errors.deviceCodeExpired",
    "errors.seatRefused",
  ],
});

/** The specification's token pair. A narrowed pair has no refresh token of its own, so the game keeps its present one. */
export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.optional(z.string()) });

export const narrowScope = defineEndpoint({
  name: "narrowScope",
  method: "POST",
  path: "token/scope",
  summary: "Narrow a token, within the present rights",
  example: { body: { scope: "PLAYER", accessToken: "x" } },
  access: { by: "game", scope: "public" },
  duringMaintenance: "works",
  body: z.strictObject({
    scope: tokenScope,
    accessToken: z.string().check(z.maxLength(limits.accessToken.max)),
  }),
  response: tokenPair,
  refusals: ["errors.accessTokenInvalid", "errors.scopeNotHeld"],
});

/**
 * Paged by keyset: `next` is the last id of the page, to send as `after`; null at the end. A game is named by its number,
 * without a level.
 */
export const listTokenRights = defineEndpoint({
  name: "listTokenRights",
  method: "GET",
  path: "token/rights",
  summary: "List the present rights behind an access token (Authorization: Bearer), in pages",
  access: { by: "game", scope: "public" },
  query: z.strictObject({
    kind: rightsKind,
    after: z.optional(textOf({ min: 1, max: 64 })),
    limit: rowsPerPage(limits.tokenRights.pageSize),
  }),
  example: { query: { kind: "players" } },
  response: z.object({
    results: z.array(z.object({ id: z.string(), rightsType: z.optional(rightsLevel) })),
    next: z.nullable(z.string()),
  }),
  refusals: ["errors.accessTokenInvalid", "errors.scopeInsufficient"],
});

/** All but `sub` only for staff, and only if their organization shares it with this game. */
const userinfo = z.object({
  sub: z.string(),
  name: z.optional(z.string()),
  locale: z.optional(z.string()),
  email: z.optional(z.string()),
});
const userinfoRefusals = ["errors.accessTokenInvalid", "errors.scopeInsufficient"] as const;

export const getUserinfo = defineEndpoint({
  name: "getUserinfo",
  method: "GET",
  path: "token/userinfo",
  summary: "Get the claims about the user of an access token with the scope openid (OpenID Connect Core, section 5.3)",
  access: { by: "game", scope: "public" },
  response: userinfo,
  refusals: userinfoRefusals,
});

/** The same, because OpenID Connect demands both methods. Clients post an empty form or nothing. */
export const postUserinfo = defineEndpoint({
  name: "postUserinfo",
  method: "POST",
  path: "token/userinfo",
  summary: "Get the claims about the user by POST, with the access token in the header",
  access: { by: "game", scope: "public" },
  bodyKind: "form",
  duringMaintenance: "works",
  response: userinfo,
  refusals: userinfoRefusals,
});

export const revokeToken = defineEndpoint({
  name: "revokeToken",
  method: "POST",
  path: "token/revoke",
  summary: "Revoke a refresh token or an access token, which ends its family (RFC 7009)",
  example: { body: { client_id: "1", token: "x" } },
  access: { by: "game", scope: "public" },
  duringMaintenance: "works",
  body: z.object({
    /** A refresh token, or a valid access token. Any other token revokes nothing (RFC 7009, section 2.2). */
    token: unlessEmpty(text.check(z.maxLength(limits.accessToken.max))),
    token_type_hint: oauthParameter,
    client_id: oauthParameter,
    client_secret: oauthParameter,
  }),
  bodyKind: "form",
  refusals: ["errors.clientInvalid"],
});

/** RFC 7636: 43 to 128 of the unreserved characters. */
export const codeVerifier = z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/));
export const codeChallenge = z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${limits.clientCode.length}}$`)));
