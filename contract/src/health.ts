/** How the platform is, for its administrators: logins, letters, sweep, keys, portals and database. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";

/** Badges and one-time codes have the same login type, but not the same troubles. The second factor is a step of its own. */
export const countedMethods = ["PASSWORD", "QRCODE", "ONE_TIME_CODE", "FEIDE", "GOOGLE", "APPLE", "SECOND_FACTOR"] as const;
export type CountedMethod = (typeof countedMethods)[number];

/** FAILED: the proof was wrong. REFUSED: the proof was right, but a rule forbids the login. */
export const loginOutcomes = ["SUCCEEDED", "FAILED", "REFUSED"] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

/** What is not well. A finding with an alert has the alert's name, which is also a heading of docs/runbook.md. */
export const findingCodes = [
  "PortalDown",
  "SeveralVersions",
  "LettersWait",
  "LettersFail",
  "SweepStalls",
  "SweepFails",
  "SigningKeyEnds",
  "KeysDiffer",
  "PreviousKeySeals",
  "PreviousKeyUnused",
  "KeyMissing",
  "MigrationsPending",
  "StandbyLags",
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** OLDER: another running portal has a later version. OTHER_BUILD: the same version, but not the commit that started last. */
const release = z.enum(["NEWEST", "OLDER", "OTHER_BUILD"]);

export const platformHealth = z.object({
  checkedAt: z.string(),
  /** What is not well. `about` names the portal, the table or the key, if there is one. */
  findings: z.array(z.object({ code: z.enum(findingCodes), about: z.nullable(z.string()) })),
  logins: z.object({
    /** The first of 24 hours, the present hour included. */
    from: z.string(),
    /** Set if there were too many logins to count all: earlier ones are missing. */
    countedFrom: z.nullable(z.string()),
    /** Only what happened: an hour without logins has no entry. */
    hours: z.array(z.object({ hour: z.string(), method: z.enum(countedMethods), outcome: z.enum(loginOutcomes), count: z.number() })),
  }),
  mail: z.object({
    waiting: z.number(),
    oldestAt: z.nullable(z.string()),
    /** Waiting letters whose sending has failed at least once, by the code of the fault. The five most frequent faults, in order. */
    faults: z.array(z.object({ fault: z.string(), count: z.number() })),
  }),
  sweep: z.array(
    z.object({
      table: z.string(),
      startedAt: z.string(),
      /** Of the last run that ended well. */
      finishedAt: z.nullable(z.string()),
      /** Rows that the last run has removed so far. */
      removed: z.number(),
      /** Rows that all runs removed. */
      removedInAll: z.number(),
      /** Whether the last run failed. */
      hasFailed: z.boolean(),
    }),
  ),
  /** The keys that sign or are still published, the next key first. */
  signingKeys: z.array(z.object({ kid: z.string(), signsFrom: z.string(), signsUntil: z.string(), publishedUntil: z.string() })),
  secretKey: z.object({
    /** The names of the keys of this portal's SECRET_KEY. The first seals. */
    keyIds: z.array(z.string()),
    /** The key that seals the canary, and since when. */
    canaryKeyId: z.string(),
    canarySealedAt: z.string(),
    /** How many sealed values were tried, of all columns together. */
    looked: z.number(),
    /** How many of these values each key sealed. Null: none of the keys of SECRET_KEY. */
    sealed: z.array(z.object({ keyId: z.nullable(z.string()), count: z.number() })),
  }),
  portals: z.array(
    z.object({
      instance: z.string(),
      host: z.string(),
      version: z.string(),
      commit: z.nullable(z.string()),
      node: z.string(),
      startedAt: z.string(),
      lastSeenAt: z.string(),
      /** Whether it wrote its heartbeat in the last two and a half minutes. */
      isRunning: z.boolean(),
      /** Null for a portal that does not run. */
      release: z.nullable(release),
    }),
  ),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    migrations: z.object({
      applied: z.number(),
      last: z.string(),
      /** Known to this portal and not applied. */
      pending: z.array(z.string()),
      /** Applied by a later version. */
      later: z.number(),
    }),
    /** Null if the portal's database role may not see them. */
    standbys: z.nullable(
      z.array(
        z.object({ name: z.string(), isSynchronous: z.boolean(), lagBytes: z.nullable(z.number()), lagSeconds: z.nullable(z.number()) }),
      ),
    ),
  }),
});
export type PlatformHealth = z.infer<typeof platformHealth>;

export const getHealth = defineEndpoint({
  name: "getHealth",
  method: "GET",
  path: "health",
  summary: "Get how the platform is: logins, letters, sweep, keys, portals and database",
  access: { by: "session", permission: "admin", scope: "platform" },
  response: platformHealth,
  refusals: [],
});
