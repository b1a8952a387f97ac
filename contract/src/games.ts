/**
 * Two things about games. The manifests list organizations with their games: the caller's own, or the public catalogue (DESIGN A9).
 * The other calls let administrators manage games as OAuth clients.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { gameId, id, nameOf, textOf, trimmedTextOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { listResponse, listWindow, searchQuery, version } from "#/pages.ts";
import { callbackKind, loginType, loginTypes, permissionKey, tokenScope } from "#/vocabulary.ts";

export const manifestGame = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
  /** The game's language. */
  locale: z.optional(z.string()),
  loginTypes: z.array(loginType),
  requiredPermissions: z.array(z.string()),
  /** The game's callback addresses; absent in the public catalogue. The portal cannot open a game without one. */
  callbackUrls: z.optional(z.array(z.string())),
  /** The game's own start address (its resource link), where it begins its own login. Absent in the public catalogue. */
  launchUrl: z.optional(z.string()),
  /** The game's own dashboard, which comes before the configured one. Absent in the public catalogue. */
  dashboardUrl: z.optional(z.string()),
});
export type ManifestGame = z.infer<typeof manifestGame>;

export const manifestOrganization = z.object({
  id,
  key: z.string(),
  description: z.string(),
  /** Without retired games. */
  games: z.array(manifestGame),
});
export type ManifestOrganization = z.infer<typeof manifestOrganization>;

const manifest = z.array(manifestOrganization);

export const publicManifest = defineEndpoint({
  name: "publicManifest",
  method: "GET",
  path: "manifest/orgs/",
  summary: "The public catalogue: one entry for the platform with the public games. Never a list of schools",
  access: { by: "anyone", scope: "public" },
  response: manifest,
  refusals: [],
});

export const ownManifest = defineEndpoint({
  name: "ownManifest",
  method: "GET",
  path: "manifest/orgs/me",
  summary: "List the caller's organizations with their games",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: manifest,
  refusals: ["errors.notLoggedIn"],
});

/** A list with this organization alone. */
export const organizationManifest = defineEndpoint({
  name: "organizationManifest",
  method: "GET",
  path: "manifest/orgs/{orgId}",
  summary: "Get one of the caller's organizations with its games; any other is not found",
  example: { params: { orgId: exampleId } },
  access: { by: "session", permission: "none", scope: "organization" },
  params: z.object({ orgId: id }),
  response: manifest,
  refusals: ["errors.notLoggedIn", "errors.notFound"],
});

const byAdmin = { by: "session", permission: "admin", scope: "platform" } as const;
/** The path parameter of the calls about one game. */
const onGame = z.object({ gameId });

/**
 * A link of the specification (3.22). The type "dashboard" leads to the game's dashboard. The product's name in lower case leads to
 * the start of the game.
 */
const resourceLink = z.object({ url: z.string(), resource_type: z.string() });

/** The words of OpenID Connect for a person's data: "profile" is the name and the language. */
export const openidWords = ["profile", "email"] as const;
export const openidWord = z.enum(openidWords);
export type OpenidWord = z.infer<typeof openidWord>;

/** How a game uses the portal as an OpenID provider. */
export const openidClient = z.object({
  /** What the game may ask for. It gets what a school has accepted of it. */
  words: z.array(openidWord),
  /** "pairwise": the game knows each user by a name of its own, so that two games cannot compare their users. */
  subjectType: z.enum(["public", "pairwise"]),
  /** Where the portal tells that a login has ended (OpenID Connect Back-Channel Logout). */
  backchannelLogoutUrl: z.nullable(z.string()),
  /** Where a browser may go after a logout (OpenID Connect RP-Initiated Logout); compared exactly. */
  postLogoutUrls: z.array(z.string()),
});

/** A game as a client: its callbacks and its requirements. */
export const gameSettings = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
  version,
  locale: z.string(),
  /** The ways to log in that the game accepts. */
  loginTypes: z.array(loginType),
  /** A user needs all of these to open the game. */
  requiredPermissions: z.array(z.string()),
  /** Whether the public catalogue lists the game. */
  isPublic: z.boolean(),
  /** Allows an opaque clientCode instead of a PKCE challenge. It is weaker, so the admin area warns of it (DESIGN A3). */
  legacyClientCode: z.boolean(),
  /** The widest scope that a login to the game may request. */
  maxScope: tokenScope,
  callbacks: z.array(z.object({ url: z.string(), kind: callbackKind })),
  resourceLinks: z.array(resourceLink),
  /** Null for a game that is no OpenID client. */
  openid: z.nullable(openidClient),
  organizationCount: z.number(),
  /** When the game was retired; null for a game in use. */
  retiredAt: z.nullable(z.string()),
});
export type GameSettings = z.infer<typeof gameSettings>;

export const listGames = defineEndpoint({
  name: "listGames",
  method: "GET",
  path: "games",
  summary: "List every game with its registered callbacks and client policy, including retired ones",
  access: byAdmin,
  response: z.array(gameSettings),
  refusals: [],
});

/**
 * Programs compare the key, and it is the audience of tokens. So it has plain characters. A key of digits alone would look like a
 * game's number, and "dashboard" is the audience of the dashboard.
 */
export function isGameKey(value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) && /[^0-9]/.test(value) && value.toLowerCase() !== "dashboard";
}

const keyFault = "errors.gameKeyInvalid";
const gameKey = trimmedTextOf(limits.gameKey, keyFault).check(z.refine(isGameKey, keyFault));

/** A language tag (BCP 47) in its usual spelling. A game may use a language that the portal lacks. */
const language = z.string().check(
  z.refine((tag) => languageTag(tag) !== undefined, "errors.gameLanguageInvalid"),
  z.overwrite((tag) => languageTag(tag) ?? tag),
);

/** Programs must support tags of 35 characters (RFC 5646, section 4.4.1). Longer tags are not accepted. */
function languageTag(typed: string): string | undefined {
  try {
    return typed.length > 35 ? undefined : Intl.getCanonicalLocales(typed.trim())[0];
  } catch {
    return undefined;
  }
}

/** Any text. The operation checks the address, so that the answer can explain what is wrong with it. */
const address = textOf({ min: 1, max: limits.callbackUrl.max });
/** A name to choose by, which builders of a game may set too. */
const description = nameOf({ min: 1, max: limits.gameDescription.max });
const acceptedLoginTypes = z.array(loginType).check(z.maxLength(loginTypes.length));
/** Only permissions that exist. Another key would lock all users out of the game. The lengths of these lists only keep a call small. */
const permissions = z.array(permissionKey).check(z.maxLength(20));
const callbacks = z.array(z.strictObject({ url: address, kind: callbackKind })).check(z.maxLength(50));
/** At most one of each type. The operation checks the types. */
const resourceLinks = z.array(z.strictObject({ url: address, resource_type: textOf({ min: 1, max: 40 }) })).check(z.maxLength(2));

/** The operation checks the addresses, and refuses a bad one with errors.resourceLinkUnsafe. */
const givenOpenid = z.nullable(
  z.strictObject({
    words: z._default(z.array(openidWord).check(z.maxLength(openidWords.length)), ["profile", "email"]),
    subjectType: z.enum(["public", "pairwise"]),
    backchannelLogoutUrl: z._default(z.nullable(address), null),
    postLogoutUrls: z._default(z.array(address).check(z.maxLength(10)), []),
  }),
);
/** The fields that the people who build a game may set too (game-rights.ts). */
export const gameFields = { gameKey, language, description, callbacks, resourceLinks, openid: givenOpenid };

export const createGame = defineEndpoint({
  name: "createGame",
  method: "POST",
  path: "games",
  summary: "Create a game; its key never changes, its number defaults to the next free one",
  example: {
    body: {
      gameKey: "storyport-sv",
      description: "Swedish",
      locale: "sv",
      callbacks: [{ url: "https://sv.game.example/callback", kind: "WEB" }],
    },
  },
  access: byAdmin,
  body: z.strictObject({
    gameKey,
    gameId: z.optional(gameId),
    description,
    locale: z._default(language, "en"),
    loginTypes: z._default(acceptedLoginTypes, ["PASSWORD"]),
    requiredPermissions: z._default(permissions, []),
    isPublic: z._default(z.boolean(), false),
    legacyClientCode: z._default(z.boolean(), false),
    /** The widest scope that a login to the game may request. */
    maxScope: z._default(tokenScope, "PLAYERGROUP"),
    callbacks: z._default(callbacks, []),
    resourceLinks: z._default(resourceLinks, []),
    openid: z._default(givenOpenid, null),
  }),
  status: 201,
  response: gameSettings,
  refusals: [
    "errors.gameKeyInvalid",
    "errors.gameLanguageInvalid",
    "errors.gameKeyTaken",
    "errors.gameNumberTaken",
    "errors.callbackUrlUnsafe",
    "errors.resourceLinkUnsafe",
  ],
});

/** Omitted fields stay. A given list replaces the whole list. */
export const editGame = defineEndpoint({
  name: "editGame",
  method: "PATCH",
  path: "games/{gameId}",
  summary: "Change a game's name, language, client policy, registered callbacks and links",
  example: { params: { gameId: 1 }, body: { version: 1, isPublic: true } },
  access: byAdmin,
  params: onGame,
  body: z.strictObject({
    version,
    description: z.optional(description),
    locale: z.optional(language),
    loginTypes: z.optional(acceptedLoginTypes),
    requiredPermissions: z.optional(permissions),
    isPublic: z.optional(z.boolean()),
    legacyClientCode: z.optional(z.boolean()),
    maxScope: z.optional(tokenScope),
    callbacks: z.optional(callbacks),
    resourceLinks: z.optional(resourceLinks),
    openid: z.optional(givenOpenid),
  }),
  response: gameSettings,
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.gameLanguageInvalid",
    "errors.callbackUrlUnsafe",
    "errors.resourceLinkUnsafe",
    "errors.changedMeanwhile",
  ],
});

export const retireGame = defineEndpoint({
  name: "retireGame",
  method: "POST",
  path: "games/{gameId}/retire",
  summary: "Retire a game: stop offering it and end its codes and tokens; organizations keep it",
  example: { params: { gameId: 1 }, body: { version: 1 } },
  access: byAdmin,
  params: onGame,
  body: z.strictObject({ version }),
  response: gameSettings,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.changedMeanwhile", "errors.gameRetired"],
});

export const restoreGame = defineEndpoint({
  name: "restoreGame",
  method: "POST",
  path: "games/{gameId}/restore",
  summary: "Restore a retired game; ended codes and tokens stay ended",
  example: { params: { gameId: 1 }, body: { version: 1 } },
  access: byAdmin,
  params: onGame,
  body: z.strictObject({ version }),
  response: gameSettings,
  refusals: ["errors.notFound", "errors.changedMeanwhile", "errors.gameNotRetired"],
});

export const listGameOrganizations = defineEndpoint({
  name: "listGameOrganizations",
  method: "GET",
  path: "games/{gameId}/organizations",
  summary: "List the organizations that have a game, in pages",
  example: { params: { gameId: 1 }, query: {} },
  access: byAdmin,
  params: onGame,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, "") }),
  response: listResponse(z.object({ id, organization_key: z.string() })),
  refusals: ["errors.notFound"],
});
