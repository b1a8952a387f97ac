/** Everything that the portal holds about a person, as JSON (GDPR 15 and 20). docs/personal-data.md describes the shape. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { eventNumber, id } from "#/fields.ts";

/** Raise the number when a field changes its name or its meaning. New fields do not count. */
export const personalDataSchema = "storyport.personal-data.1";

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/** One row about the person. Its keys are described in docs/personal-data.md. Times are in UTC. */
export const personalRecord = z.record(z.string(), value);
export type PersonalRecord = z.infer<typeof personalRecord>;

/** In the order of the readable page. */
export const personalSections = [
  "organizations",
  "roles",
  "permissions",
  "userGroups",
  "classRights",
  "gameRights",
  "players",
  "playerGroups",
  "loginTypes",
  "identities",
  "emailChanges",
  "links",
  "linkRequests",
  "secondFactor",
  "passkeys",
  "backupCodes",
  "sessions",
  "supportViews",
  "knownDevices",
  "badges",
  "oneTimeCodes",
  "classImports",
  "transfers",
  "seats",
  "gameCodes",
  "gameLogins",
  "letters",
] as const;
export type PersonalSection = (typeof personalSections)[number];

/** Secrets that exist, by name. The portal keeps them sealed or as digests, and does not show them. */
export const keptSecrets = [
  "password",
  "badgeCodes",
  "oneTimeCodes",
  "secondFactorSecret",
  "backupCodes",
  "sessionSecrets",
  "deviceSecrets",
  "linkSecrets",
  "gameTokens",
  "letterTexts",
] as const;
export type KeptSecret = (typeof keptSecrets)[number];

/** By the person, by staff of the person's school, by the platform, or by the portal itself. Other people are never named. */
export const eventActors = ["SELF", "SCHOOL", "PLATFORM", "PORTAL"] as const;

export const personalEvent = z.object({
  at: z.string(),
  event: z.string(),
  by: z.enum(eventActors),
  /** Whether the event is about this person. If not, the person did it to another thing or person, which is not named. */
  isAboutSelf: z.boolean(),
  organization: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  loginType: z.nullable(z.string()),
  gameId: z.nullable(z.number()),
  /** The first part of the internet address; null for what other people did. */
  network: z.nullable(z.string()),
});
export type PersonalEvent = z.infer<typeof personalEvent>;

export const personalData = z.object({
  schema: z.literal(personalDataSchema),
  exportedAt: z.string(),
  /** The portal's time zone, in which a page shows the times. The times here are in UTC. */
  timeZone: z.string(),
  account: personalRecord,
  sections: z.record(z.enum(personalSections), z.array(personalRecord)),
  keptNotShown: z.array(z.enum(keptSecrets)),
  history: z.object({
    /** Newest first, at most 2,000 in a part. */
    events: z.array(personalEvent),
    /** Where the next part begins; null at the end. Pass it as `before`. */
    next: z.nullable(z.string()),
  }),
});
export type PersonalData = z.infer<typeof personalData>;

const part = z.strictObject({
  /** The part of the history before this event. */
  before: z.optional(eventNumber),
  /** One file with every later part of the history too, for a download. */
  whole: z.optional(z.literal("true")),
});

export const exportOwnData = defineEndpoint({
  name: "exportOwnData",
  method: "GET",
  path: "personal-data",
  summary: "Get everything that the portal holds about the caller, as a JSON file; the export is recorded",
  example: { query: {} },
  head: "refused",
  access: { by: "session", permission: "none", scope: "self" },
  duringSupportView: "refused",
  query: part,
  response: personalData,
  refusals: ["errors.tooManyAttempts"],
});

/** An owner of a student's class gets what belongs to its school, an administrator everything about any account. */
export const exportPersonalData = defineEndpoint({
  name: "exportPersonalData",
  method: "GET",
  path: "users/{userId}/personal-data",
  summary: "Get everything that the portal holds about a student or user, as a JSON file; the export is recorded",
  example: { params: { userId: exampleId }, query: {} },
  head: "refused",
  access: { by: "session", permission: "manage_players", scope: "organization" },
  duringSupportView: "refused",
  params: z.object({ userId: id }),
  query: part,
  response: personalData,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.moreThanStudent", "errors.tooManyAttempts"],
});
