/** "Why can't she log in?": each rule of logging in and of opening a game, for one account. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { gameId, id } from "#/fields.ts";
import { loginType } from "#/vocabulary.ts";

/** In the order of a login: the account, the school, the way in, the game, the dashboard. */
export const loginRules = [
  "accountActive",
  "inOrganization",
  "mayLogIn",
  "onlyStudent",
  "hasWayIn",
  "badgeAllowed",
  "badgeLive",
  "gameOffered",
  "gameLoginType",
  "gamePermission",
  "gameCallback",
  "dashboard",
] as const;
export type LoginRule = (typeof loginRules)[number];

/** Why a rule is not met. Each has its own advice on the page. */
export const loginObstacles = [
  "invited",
  "deactivated",
  "deactivatedByPlatform",
  "deleted",
  "notMember",
  "noLoginPermission",
  "moreThanStudent",
  "noWayIn",
  "passwordExpired",
  "badgeNotAllowed",
  "noBadge",
  "badgeVoided",
  "badgeExpired",
  "classArchived",
  "noClass",
  "gameNotOffered",
  "gameRetired",
  "noCommonLoginType",
  "permissionMissing",
  "noCallback",
  "noDashboardPermission",
] as const;
export type LoginObstacle = (typeof loginObstacles)[number];

export const ruleCheck = z.object({
  rule: z.enum(loginRules),
  isMet: z.boolean(),
  /** Set if the rule is not met. */
  obstacle: z.optional(z.enum(loginObstacles)),
  /** When the badge ended. */
  at: z.optional(z.string()),
});
export type RuleCheck = z.infer<typeof ruleCheck>;

/** An attempt to log in or to open a game. `reason` is the history's own word, or an error code. */
export const loginAttempt = z.object({
  at: z.string(),
  event: z.string(),
  isRefused: z.boolean(),
  reason: z.optional(z.string()),
  loginType: z.optional(loginType),
  gameId: z.optional(gameId),
  requestId: z.nullable(z.string()),
});
export type LoginAttempt = z.infer<typeof loginAttempt>;

export const loginCheck = z.object({
  account: z.object({ id, name: z.nullable(z.string()), isStudent: z.boolean() }),
  /** The organization that the rules are about; null for an account in none. */
  organization: z.nullable(z.object({ id, organization_key: z.string() })),
  /** The organizations that may be asked about. */
  organizations: z.array(z.object({ id, organization_key: z.string() })),
  /** The games of the organization, and the game that was asked about. */
  games: z.array(z.object({ gameId, description: z.string() })),
  /** Only the rules that concern the account: those of its login, then those of the game in question, or else of the dashboard. */
  checks: z.array(ruleCheck),
  /** The last ten attempts, newest first. */
  attempts: z.array(loginAttempt),
});
export type LoginCheck = z.infer<typeof loginCheck>;

/**
 * Teachers ask about the students of their classes, managers about members of their organization, administrators about any account.
 * Without an organization the account's first that the caller may see.
 */
export const checkLogin = defineEndpoint({
  name: "checkLogin",
  method: "GET",
  path: "users/{userId}/login-check",
  summary: "Check each rule that decides whether an account can log in and open a game, with the last ten attempts",
  example: { params: { userId: exampleId }, query: { organizationId: exampleId, gameId: "1" } },
  access: { by: "session", permission: "manage_players", scope: "organization" },
  params: z.object({ userId: id }),
  query: z.strictObject({ organizationId: z.optional(id), gameId: z.optional(gameId) }),
  response: loginCheck,
  refusals: ["errors.notFound"],
});
