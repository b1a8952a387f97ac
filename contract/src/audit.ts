/** The history of events, read only for all callers. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { eventNumber, id, textOf } from "#/fields.ts";
import { rosterChangeKinds } from "#/rosters.ts";

/**
 * What the details of events name. A list of a school counts its changes under their kinds. `before` and `after` hold members of the same
 * names, or one rights level.
 */
export const auditDetails = [
  ...rosterChangeKinds,
  "activated",
  "after",
  "askedBy",
  "backchannelLogoutUrl",
  "badges",
  "because",
  "before",
  "by",
  "byLetter",
  "call",
  "callback",
  "callbacks",
  "client",
  "codes",
  "count",
  "description",
  "deviceId",
  "deviceName",
  "digest",
  "email",
  "ended",
  "events",
  "excludedFromAnalysis",
  "fields",
  "from",
  "fromGroupId",
  "fromOrganizationId",
  "gameId",
  "gameIds",
  "gameKey",
  "groupType",
  "holder",
  "identities",
  "importId",
  "isAutomatic",
  "isFiltered",
  "isNew",
  "isOrganizationGiven",
  "isPublic",
  "isRemoved",
  "keyId",
  "kind",
  "legacyClientCode",
  "lessonId",
  "links",
  "locale",
  "loginType",
  "loginTypes",
  "maxScope",
  "minutes",
  "mode",
  "month",
  "name",
  "nameWords",
  "openid",
  "outcome",
  "passCode",
  "passkeys",
  "permissions",
  "playerGroupId",
  "postLogoutUrls",
  "provider",
  "purposes",
  "reason",
  "receipt",
  "renamed",
  "requiredPermissions",
  "requiresPasskeys",
  "researchCode",
  "resourceLinks",
  "rights",
  "rightsType",
  "roles",
  "rows",
  "runId",
  "schoolNumber",
  "scope",
  "secondFactor",
  "sessions",
  "source",
  "stage",
  "students",
  "subjectType",
  "to",
  "toOrganizationId",
  "tokenFamilies",
  "userGroupId",
  "userGroups",
  "viewId",
  "words",
] as const;
export type AuditDetail = (typeof auditDetails)[number];

export const auditTargetKinds = ["account", "userGroup", "playerGroup", "player", "organization"] as const;

/**
 * `actor` and `target` are present names, if the account or thing still exists and the reader may manage it. Never a former address or
 * name. `actorId` is null if the portal or the operator acted, or a person who had not logged in.
 */
export const auditEvent = z.object({
  id: z.string(),
  at: z.string(),
  event: z.string(),
  actorId: z.nullable(id),
  actor: z.nullable(z.string()),
  targetId: z.nullable(id),
  target: z.nullable(z.string()),
  targetKind: z.nullable(z.enum(auditTargetKinds)),
  organizationId: z.nullable(id),
  organizationKey: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /**
   * The first part of the caller's internet address (/24 of IPv4, /48 of IPv6), else `unknown`. Or the word `portal`, `console` or `demo`.
   * Null for an event that a trigger of the database writes, such as the end of a consent (migration 0101).
   */
  network: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** The present name of an id in the details of an event, if the reader may manage the thing. */
const namedThing = z.object({ id, name: z.string(), kind: z.enum(auditTargetKinds) });
export type NamedThing = z.infer<typeof namedThing>;

/** A calendar day. PostgreSQL has no year 0. */
const day = z.iso.date("errors.invalidInput").check(z.refine((value) => !value.startsWith("0000"), "errors.invalidInput"));

export const auditFilter = {
  /** The actor, target or organization of the event. For a group, also the actions that used the group. */
  about: z.optional(id),
  actorId: z.optional(id),
  organizationId: z.optional(id),
  event: z.optional(textOf({ max: 64 })),
  /** Whole days in UTC, both included. */
  from: z.optional(day),
  to: z.optional(day),
};

/** Fifty per page. `next` is the `before` of the following page. A manager sees the events of their organizations, an administrator all. */
export const listAuditEvents = defineEndpoint({
  name: "listAuditEvents",
  method: "GET",
  path: "audit-events",
  summary: "List events, newest first",
  example: { query: { event: "login_succeeded", from: "2026-08-17", to: "2026-12-18" } },
  access: { by: "session", permission: "manage_members", scope: "organization" },
  query: z.strictObject({
    ...auditFilter,
    before: z.optional(eventNumber),
  }),
  response: z.object({ results: z.array(auditEvent), named: z.array(namedThing), next: z.nullable(z.string()) }),
  refusals: ["errors.notFound"],
});

export const exportAuditEvents = defineEndpoint({
  name: "exportAuditEvents",
  method: "GET",
  path: "audit-events/export",
  summary: "Export events as CSV, newest first, at most 10,000 rows",
  example: { query: { event: "login_succeeded", from: "2026-08-17", to: "2026-12-18" } },
  head: "refused",
  access: { by: "session", permission: "admin", scope: "platform" },
  duringSupportView: "refused",
  query: z.strictObject(auditFilter),
  responseKind: "csv",
  refusals: [],
});
