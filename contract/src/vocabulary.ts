/**
 * The enumerations of the specification, section 4, and the portal's own languages and permissions. The database checks the same values in
 * its columns (server/test/vocabulary.test.ts).
 */
import * as z from "zod/mini";
import { loginTypes, providers } from "#/providers.ts";
import { tokenScopes } from "#/token-scopes.ts";

export const loginType = z.enum(loginTypes);
export type LoginType = z.infer<typeof loginType>;

/** The login types that an administrator can assign (specification, section 5). Owners get those of providers by connecting one. */
export const assignableLoginTypes: readonly LoginType[] = ["PASSWORD", "GOOGLE", "QRCODE"];

/** The languages of the portal, as BCP 47 tags. */
export const locales = ["en", "nb", "nn", "fr", "nl", "pt-BR"] as const;
export const locale = z.enum(locales);
export type Locale = z.infer<typeof locale>;

/** The specification's sign-in providers, and Apple. */
export { loginTypes, providers } from "#/providers.ts";
export type { Provider } from "#/providers.ts";
export const provider = z.enum(providers);

/** From the least to the most. Each level includes the levels before it. */
export const rightsLevels = ["NONE", "READ", "PLAY", "MODIFY", "OWNER", "SPECIAL"] as const;
export const rightsLevel = z.enum(rightsLevels);
export type RightsLevel = z.infer<typeof rightsLevel>;

/** CREATED: not activated yet. DELETED: the row stays without personal data. */
export const accountStatuses = ["CREATED", "ACTIVE", "DEACTIVATED", "DELETED"] as const;
export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof accountStatus>;

/** DEFAULT and ACTIVE are words of the specification. The portal treats such groups like REGULAR, but offers them to no user group. */
export const playerGroupTypes = ["REGULAR", "DEFAULT", "ARCHIVED", "ACTIVE"] as const;
export const playerGroupType = z.enum(playerGroupTypes);
export type PlayerGroupType = z.infer<typeof playerGroupType>;

/** HIDDEN: only managers of members see the group. */
export const userGroupTypes = ["REGULAR", "ARCHIVED", "HIDDEN"] as const;
export const userGroupType = z.enum(userGroupTypes);
export type UserGroupType = z.infer<typeof userGroupType>;

export { tokenScopes } from "#/token-scopes.ts";
export type { TokenScope } from "#/token-scopes.ts";
export const tokenScope = z.enum(tokenScopes);

/** `ratePassword` says what they mean. */
export const passwordStrengths = ["GOOD", "WEAK", "BAD"] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** The links of a game: its start and its dashboard. Calls name the start by the product's name. */
export const resourceTypes = ["game", "dashboard"] as const;
export const resourceType = z.enum(resourceTypes);
export type ResourceType = z.infer<typeof resourceType>;

/** A web page, a listener on the player's own machine (RFC 8252, section 7.3), or an app's own scheme. */
export const callbackKinds = ["WEB", "LOOPBACK", "APP"] as const;
export const callbackKind = z.enum(callbackKinds);
export type CallbackKind = z.infer<typeof callbackKind>;

/** The permissions that the portal itself checks, and `play_premium`, which games require. */
export const permissionKeys = [
  "admin",
  "login",
  "login_dashboard",
  "manage_members",
  "manage_players",
  "play_premium",
  "set_display_name",
  "view_user_group",
] as const;
export const permissionKey = z.enum(permissionKeys);
export type PermissionKey = z.infer<typeof permissionKey>;
