/** The children who play, and the accounts they log in with (specification, section 3). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, nameOf, text, textOf } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { isStudentName } from "#/text-rules.ts";
import { listResponse, listWindow, pageSize, searchQuery, searchResponse, version } from "#/pages.ts";
import { locale, rightsLevel } from "#/vocabulary.ts";

const nameFault = "errors.studentNameInvalid";

/**
 * The specification's student creation. The name may be shorter than a display name, which it becomes (DESIGN A25). The 1000
 * leave room for markup, which is stripped before the count.
 */
export const createStudent = defineEndpoint({
  name: "createStudent",
  method: "POST",
  path: "students",
  summary: "Create a student with a player in a group that the caller may modify",
  example: { body: { studentName: "Nora", groupId: exampleId } },
  access: { by: "session", permission: "manage_players", scope: "organization" },
  body: z.strictObject({
    studentName: text.check(z.maxLength(1000), z.refine(isStudentName, nameFault)),
    groupId: id,
    locale: z._default(locale, "en"),
  }),
  status: 201,
  response: z.object({ id, studentName: z.string() }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.studentNameInvalid", "errors.playerGroupFull"],
});

export const playerSearchResult = z.object({
  id,
  playerName: z.string(),
  /** 1 girl, any other number boy, null unknown. */
  gender: z.nullable(z.number()),
  researchCode: z.nullable(z.string()),
  createdAt: z.string(),
  /** When the portal made the player for a student; null for any other player. */
  registeredAt: z.nullable(z.string()),
});
export type PlayerSearchResult = z.infer<typeof playerSearchResult>;

/**
 * Matches a part of the name or the whole id. Ordered by name, then by time of creation. `total` is exact up to 10,000; later results
 * are not listed.
 */
export const searchPlayers = defineEndpoint({
  name: "searchPlayers",
  method: "POST",
  path: "admin/player/search",
  summary: "Search players by a part of the name or by id",
  example: { body: { query: "nora" } },
  changesState: false,
  access: { by: "session", permission: "admin", scope: "platform" },
  body: z.strictObject({
    query: searchQuery.check(z.minLength(1, "errors.invalidInput")),
    limit: pageSize,
    /** Beyond the listed results the page is empty. */
    offset: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
  }),
  response: searchResponse(playerSearchResult),
  refusals: [],
});

export const exportPlayers = defineEndpoint({
  name: "exportPlayers",
  method: "GET",
  path: "admin/player/export",
  summary: "Export the result of a search of players as CSV, at most 10,000 rows",
  example: { query: { query: "nora" } },
  head: "refused",
  access: { by: "session", permission: "admin", scope: "platform" },
  duringSupportView: "refused",
  query: z.strictObject({ query: searchQuery.check(z.minLength(1, "errors.invalidInput")) }),
  responseKind: "csv",
  refusals: [],
});

/** A code for research or for the game: one line, stored as typed. */
const playerCode = nameOf(limits.playerCode);

/**
 * The specification's player. `passCode` is present only for callers who may modify the player, and not during a support view.
 * `excludedFromAnalysis` and the codes are marks for games and for research: the portal keeps and shows them.
 */
export const player = z.object({
  id,
  version,
  playerName: z.string(),
  /** As in a search result, like `registeredAt`. */
  gender: z.nullable(z.number()),
  passCode: z.optional(z.string()),
  researchCode: z.optional(z.string()),
  /** A field of the specification. The portal shows what the database has, and never sets it. */
  isShared: z.boolean(),
  excludedFromAnalysis: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  registeredAt: z.nullable(z.string()),
  organization: z.object({ id, organization_key: z.string() }),
  /** The player's groups on which the caller holds a right, without archived groups. */
  playerGroups: z.array(z.object({ id, groupName: z.string(), rightsType: rightsLevel })),
  mayModify: z.boolean(),
  /** The students who play it; empty for callers without OWNER on one of its groups. */
  studentUserIds: z.array(id),
});
export type Player = z.infer<typeof player>;

const byRights = { by: "session", permission: "manage_players", scope: "organization" } as const;

/** The players of readable groups, by name, without archived groups. The page /players uses it for non-administrators. */
export const listOwnPlayers = defineEndpoint({
  name: "listOwnPlayers",
  method: "GET",
  path: "players",
  summary: "List the players of the groups that the caller holds rights on",
  example: { query: { query: "nora" } },
  access: byRights,
  query: z.strictObject({ ...listWindow, query: z._default(searchQuery, "") }),
  response: listResponse(
    z.object({
      id,
      playerName: z.string(),
      playerGroups: z.array(z.object({ id, groupName: z.string() })),
      excludedFromAnalysis: z.boolean(),
    }),
  ),
  refusals: [],
});

export const getPlayer = defineEndpoint({
  name: "getPlayer",
  method: "GET",
  path: "players/{playerId}",
  summary: "Get a player of a group that the caller may read; administrators may read any",
  example: { params: { playerId: exampleId } },
  access: byRights,
  params: z.object({ playerId: id }),
  response: player,
  refusals: ["errors.notFound"],
});

/** A new name also renames the students without an e-mail address who play only this player. */
export const editPlayer = defineEndpoint({
  name: "editPlayer",
  method: "PATCH",
  path: "players/{playerId}",
  summary: "Rename a player of a group that the caller may modify, set its codes, or exclude it from the analysis",
  example: { params: { playerId: exampleId }, body: { version: 1, excludedFromAnalysis: true } },
  access: byRights,
  params: z.object({ playerId: id }),
  body: z.strictObject({
    version,
    playerName: z.optional(text.check(z.maxLength(1000), z.refine(isStudentName, nameFault))),
    excludedFromAnalysis: z.optional(z.boolean()),
    /** Null removes it. */
    researchCode: z.optional(z.nullable(playerCode)),
    passCode: z.optional(z.nullable(playerCode)),
  }),
  response: player,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.studentNameInvalid", "errors.changedMeanwhile"],
});

export const listPlayersOfUser = defineEndpoint({
  name: "listPlayersOfUser",
  method: "POST",
  path: "admin/user/players",
  summary: "List the players of the account with this id or email address",
  example: { body: { idOrEmail: "nobody@school.example" } },
  changesState: false,
  access: { by: "session", permission: "admin", scope: "platform" },
  body: z.strictObject({ idOrEmail: textOf({ min: 1, max: limits.email.max }) }),
  response: z.object({ players: z.array(playerSearchResult) }),
  refusals: ["errors.notFound"],
});
