/** Organizations with their games, as one's own or as the public catalogue (DESIGN A9). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { gameId, id, textOf, trimmedTextOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { listResponse, listWindow, searchQuery, version } from "#/pages.ts";
import { callbackKind, loginType, permissionKey, tokenScope } from "#/vocabulary.ts";

export const manifestGame = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
  /** Of its edition. */
  locale: z.optional(z.string()),
  loginTypes: z.array(loginType),
  requiredPermissions: z.array(z.string()),
  /** Where this game may be called back; a game without one cannot be opened from the portal. */
  callbackUrls: z.optional(z.array(z.string())),
  /** The game's own start address (its resource link), where it begins a login of its own. */
  launchUrl: z.optional(z.string()),
});
export type ManifestGame = z.infer<typeof manifestGame>;

export const manifestOrganization = z.object({
  id,
  key: z.string(),
  description: z.string(),
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
  summary: "The organizations of the account that is logged in, with their games",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: manifest,
  refusals: ["errors.notLoggedIn"],
});

export const organizationManifest = defineEndpoint({
  name: "organizationManifest",
  method: "GET",
  path: "manifest/orgs/{orgId}",
  summary: "One of one's own organizations with its games; any other answers as absent",
  example: { params: { orgId: exampleId } },
  access: { by: "session", permission: "none", scope: "organization" },
  params: z.object({ orgId: id }),
  response: manifest,
  refusals: ["errors.notLoggedIn", "errors.notFound"],
});

const byAdmin = { by: "session", permission: "admin", scope: "platform" } as const;
const onGame = z.object({ gameId });

/** The specification's resource link. The type is "dashboard", or the product's name in lower case for the game's own start. */
const resourceLink = z.object({ url: z.string(), resource_type: z.string() });

/** A game as a client of ours: where it may be called back, and what it demands. */
export const gameSettings = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
  version,
  locale: z.string(),
  loginTypes: z.array(loginType),
  requiredPermissions: z.array(z.string()),
  isPublic: z.boolean(),
  /** An opaque clientCode instead of a PKCE challenge: weaker, so the admin area warns of it (DESIGN A3). */
  legacyClientCode: z.boolean(),
  /** The widest scope that a login to the game may ask for. */
  maxScope: tokenScope,
  callbacks: z.array(z.object({ url: z.string(), kind: callbackKind })),
  resourceLinks: z.array(resourceLink),
  organizationCount: z.number(),
  /** Since when it has been offered nowhere; null for a game in use. */
  retiredAt: z.nullable(z.string()),
});
export type GameSettings = z.infer<typeof gameSettings>;

export const listGames = defineEndpoint({
  name: "listGames",
  method: "GET",
  path: "games",
  summary: "Every game with its registered callbacks and client policy, retired ones too",
  access: byAdmin,
  response: z.array(gameSettings),
  refusals: [],
});

/** Programs compare it and tokens are made out to it: plain characters, never digits alone, never the dashboard's own name. */
export function isGameKey(value: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) && /[^0-9]/.test(value) && value.toLowerCase() !== "dashboard";
}

const noKey = "errors.gameKeyInvalid";
const gameKey = trimmedTextOf(limits.gameKey, noKey).check(z.refine(isGameKey, noKey));

/** A language tag (BCP 47), in its usual spelling: a game may be in a language that the portal does not speak. */
const language = z.string().check(
  z.refine((tag) => languageTag(tag) !== undefined, "errors.gameLanguageInvalid"),
  z.overwrite((tag) => languageTag(tag) ?? tag),
);

function languageTag(typed: string): string | undefined {
  try {
    return typed.length > 35 ? undefined : Intl.getCanonicalLocales(typed.trim())[0];
  } catch {
    return undefined;
  }
}

/** Whatever is typed, so that the answer can say in words what is wrong with it. */
const address = textOf({ min: 1, max: limits.callbackUrl.max });
const description = trimmedTextOf({ min: 1, max: limits.gameDescription.max });
const wayIn = z.array(loginType).check(z.maxLength(6));
/** One that nobody can hold would lock everybody out. */
const permissions = z.array(permissionKey).check(z.maxLength(20));
const callbacks = z.array(z.strictObject({ url: address, kind: callbackKind })).check(z.maxLength(50));
/** One of each type at most. */
const resourceLinks = z.array(z.strictObject({ url: address, resource_type: textOf({ min: 1, max: 40 }) })).check(z.maxLength(2));

export const createGame = defineEndpoint({
  name: "createGame",
  method: "POST",
  path: "games",
  summary: "Create a game; the key stays what it is, the number is the next free one where none is given",
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
    loginTypes: z._default(wayIn, ["PASSWORD"]),
    requiredPermissions: z._default(permissions, []),
    isPublic: z._default(z.boolean(), false),
    legacyClientCode: z._default(z.boolean(), false),
    /** The widest scope that a login to the game may ask for. */
    maxScope: z._default(tokenScope, "PLAYERGROUP"),
    callbacks: z._default(callbacks, []),
    resourceLinks: z._default(resourceLinks, []),
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

/** What is left out stays as it is; `callbacks` and `resourceLinks` replace the whole list. */
export const editGame = defineEndpoint({
  name: "editGame",
  method: "PATCH",
  path: "games/{gameId}",
  summary: "Change a game's edition, client policy, registered callbacks and links",
  example: { params: { gameId: 1 }, body: { version: 1, isPublic: true } },
  access: byAdmin,
  params: onGame,
  body: z.strictObject({
    version,
    description: z.optional(description),
    locale: z.optional(language),
    loginTypes: z.optional(wayIn),
    requiredPermissions: z.optional(permissions),
    isPublic: z.optional(z.boolean()),
    legacyClientCode: z.optional(z.boolean()),
    maxScope: z.optional(tokenScope),
    callbacks: z.optional(callbacks),
    resourceLinks: z.optional(resourceLinks),
  }),
  response: gameSettings,
  refusals: [
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
  summary: "Offer a game nowhere any more, and end what is open in it; organizations keep it for its return",
  example: { params: { gameId: 1 }, body: { version: 1 } },
  access: byAdmin,
  params: onGame,
  body: z.strictObject({ version }),
  response: gameSettings,
  refusals: ["errors.notFound", "errors.changedMeanwhile", "errors.gameRetired"],
});

export const restoreGame = defineEndpoint({
  name: "restoreGame",
  method: "POST",
  path: "games/{gameId}/restore",
  summary: "Offer a retired game again; what was open in it stays ended",
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
  summary: "The organizations that have a game, in pages",
  example: { params: { gameId: 1 }, query: {} },
  access: byAdmin,
  params: onGame,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, "") }),
  response: listResponse(z.object({ id, organization_key: z.string() })),
  refusals: ["errors.notFound"],
});
