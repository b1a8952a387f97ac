/** Organizations with their games, as one's own or as the public catalogue (DESIGN A9). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { gameId, id, textOf, trimmedTextOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { version } from "#/pages.ts";
import { callbackKind, loginType, permissionKey, tokenScope } from "#/vocabulary.ts";

export const manifestGame = z.object({
  gameId: z.number(),
  gameKey: z.string(),
  description: z.string(),
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
  organizationCount: z.number(),
});
export type GameSettings = z.infer<typeof gameSettings>;

export const listGames = defineEndpoint({
  name: "listGames",
  method: "GET",
  path: "games",
  summary: "Every game with its registered callbacks and client policy",
  access: byAdmin,
  response: z.array(gameSettings),
  refusals: [],
});

/** What is left out stays as it is; `callbacks` replaces the whole list. */
export const editGame = defineEndpoint({
  name: "editGame",
  method: "PATCH",
  path: "games/{gameId}",
  summary: "Change a game's client policy and registered callbacks",
  example: { params: { gameId: 1 }, body: { version: 1, isPublic: true } },
  access: byAdmin,
  params: z.object({ gameId }),
  body: z.strictObject({
    version,
    description: z.optional(trimmedTextOf({ min: 1, max: 64 })),
    loginTypes: z.optional(z.array(loginType).check(z.maxLength(6))),
    /** One that nobody can hold would lock everybody out. */
    requiredPermissions: z.optional(z.array(permissionKey).check(z.maxLength(20))),
    isPublic: z.optional(z.boolean()),
    legacyClientCode: z.optional(z.boolean()),
    maxScope: z.optional(tokenScope),
    callbacks: z.optional(
      z.array(z.strictObject({ url: textOf({ min: 1, max: limits.callbackUrl.max }), kind: callbackKind })).check(z.maxLength(50)),
    ),
  }),
  response: gameSettings,
  refusals: ["errors.notFound", "errors.callbackUrlUnsafe", "errors.changedMeanwhile"],
});
