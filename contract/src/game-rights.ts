/**
 * The people who build a game. They hold a rights level on it: READ looks, MODIFY registers addresses and the widest scope, OWNER
 * also gives rights and registers further editions. Administrators hold OWNER on every game (decision 68).
 */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { email, gameId, id } from "#/fields.ts";
import { requestRefusals } from "#/game-login.ts";
import { gameFields, gameSettings } from "#/games.ts";
import { version } from "#/pages.ts";
import { loginType, tokenScope } from "#/vocabulary.ts";

export const gameLevels = ["READ", "MODIFY", "OWNER"] as const;
export const gameLevel = z.enum(gameLevels);
export type GameLevel = z.infer<typeof gameLevel>;

const byBuilder = { by: "session", permission: "none", scope: "platform" } as const;
const onGame = z.object({ gameId });

export const ownGame = z.object({ game: gameSettings, rightsType: gameLevel });
export type OwnGame = z.infer<typeof ownGame>;

/** Also lists retired games. */
export const listOwnGames = defineEndpoint({
  name: "listOwnGames",
  method: "GET",
  path: "bench/games",
  summary: "List the games on which the caller holds a rights level; an administrator holds OWNER on every game",
  access: { ...byBuilder, scope: "self" },
  response: z.array(ownGame),
  refusals: [],
});

// `gameFields` is not destructured: then the build could not remove it, and every page's scripts would have the schema library.

/** Omitted fields stay. A given list replaces the whole list. */
export const editOwnGame = defineEndpoint({
  name: "editOwnGame",
  method: "PATCH",
  path: "bench/games/{gameId}",
  summary: "Change the name, language, callbacks, links, widest scope and OpenID settings of a game; needs MODIFY on it",
  example: { params: { gameId: 1 }, body: { version: 1, maxScope: "PLAYER" } },
  access: byBuilder,
  params: onGame,
  body: z.strictObject({
    version,
    description: z.optional(gameFields.description),
    locale: z.optional(gameFields.language),
    callbacks: z.optional(gameFields.callbacks),
    resourceLinks: z.optional(gameFields.resourceLinks),
    maxScope: z.optional(tokenScope),
    openid: z.optional(gameFields.openid),
  }),
  response: gameSettings,
  refusals: [
    "errors.notFound",
    "errors.loginTooOld",
    "errors.notAllowed",
    "errors.gameScopeByAdministrator",
    "errors.gameLanguageInvalid",
    "errors.callbackUrlUnsafe",
    "errors.resourceLinkUnsafe",
    "errors.changedMeanwhile",
  ],
});

export const createEdition = defineEndpoint({
  name: "createEdition",
  method: "POST",
  path: "bench/games/{gameId}/editions",
  summary: "Create a further edition of a game: a draft that no organization has; needs OWNER on the game",
  example: { params: { gameId: 1 }, body: { gameKey: "storyport-no-nn", description: "Nynorsk", locale: "nn" } },
  access: byBuilder,
  params: onGame,
  body: z.strictObject({
    gameKey: gameFields.gameKey,
    description: gameFields.description,
    locale: gameFields.language,
    callbacks: z._default(gameFields.callbacks, []),
  }),
  status: 201,
  response: gameSettings,
  refusals: [
    "errors.notFound",
    "errors.notAllowed",
    "errors.editionKeyInvalid",
    "errors.tooManyEditions",
    "errors.gameKeyInvalid",
    "errors.gameLanguageInvalid",
    "errors.gameKeyTaken",
    "errors.callbackUrlUnsafe",
  ],
});

/** `name` is null until the person has one, and `email` for an account without an address. */
const right = z.object({ accountId: id, name: z.nullable(z.string()), email: z.nullable(z.string()), rightsType: gameLevel });
export type GameRight = z.infer<typeof right>;

export const listGameRights = defineEndpoint({
  name: "listGameRights",
  method: "GET",
  path: "bench/games/{gameId}/rights",
  summary: "List the people with a rights level on a game; needs OWNER on it",
  example: { params: { gameId: 1 } },
  access: byBuilder,
  params: onGame,
  response: z.array(right),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/**
 * An owner can give rights to active members of the owner's organizations, an administrator to every active account. Others are refused
 * (errors.memberUnknown). A right can be taken from every holder. The answer is the new list.
 */
export const setGameRight = defineEndpoint({
  name: "setGameRight",
  method: "PUT",
  path: "bench/games/{gameId}/rights",
  summary: "Give an account a rights level on a game, or take it away (NONE); needs OWNER",
  example: { params: { gameId: 1 }, body: { email: "ada@studio.example", rightsType: "MODIFY" } },
  access: byBuilder,
  params: onGame,
  body: z.strictObject({ email, rightsType: z.enum(["NONE", ...gameLevels]) }),
  response: z.array(right),
  refusals: ["errors.notFound", "errors.loginTooOld", "errors.notAllowed", "errors.memberUnknown"],
});

/** Why a code was refused, in the history's own words. The game itself learns only `invalid_grant` (RFC 6749, section 5.2). */
const codeRefusals = ["other client", "used code", "expired code", "other redirect_uri", "wrong code_verifier", "rights ended"] as const;

export const refusedLoginReasons = [...requestRefusals, ...codeRefusals] as const;
export type RefusedLoginReason = (typeof refusedLoginReasons)[number];

/** A refused login of a game, without the person. `requestId` is in the answer that the browser or the game got. */
const refusedLogin = z.object({
  at: z.string(),
  reason: z.enum(refusedLoginReasons),
  requestId: z.nullable(z.string()),
  /** What was sent instead of a registered callback, or of the code's. What no registered callback of the game has is "…". */
  callback: z.optional(z.string()),
  /** The scope that was too wide. */
  scope: z.optional(tokenScope),
  /** The way of logging in that the game does not allow. */
  loginType: z.optional(loginType),
  /** Whether the request for a game that was not available named an organization. */
  isOrganizationGiven: z.optional(z.boolean()),
});
export type RefusedLogin = z.infer<typeof refusedLogin>;

export const listRefusedLogins = defineEndpoint({
  name: "listRefusedLogins",
  method: "GET",
  path: "bench/games/{gameId}/refused-logins",
  summary: "List why logins of a game were refused, never whose, newest first: 50 of the last 30 days at most; needs READ on the game",
  example: { params: { gameId: 1 } },
  access: byBuilder,
  params: onGame,
  response: z.array(refusedLogin),
  refusals: ["errors.notFound"],
});
