/** Organizations with their games, as one's own or as the public catalogue (DESIGN A9). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { loginType } from "#/vocabulary.ts";

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
  access: { by: "session", permission: "none", scope: "organization" },
  params: z.object({ orgId: id }),
  response: manifest,
  refusals: ["errors.notLoggedIn", "errors.notFound"],
});
