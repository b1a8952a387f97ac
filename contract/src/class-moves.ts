/** Students who go on to another class of their school: next year's class, or another class now. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { playerGroupName } from "#/player-groups.ts";
import { badgeEntry } from "#/qr-login.ts";

const bySession = { by: "session", permission: "manage_players", scope: "organization" } as const;
const fromClass = z.object({ playerGroupId: id });

export const movingStudent = z.object({
  userId: id,
  displayName: z.string(),
  /** The badge of the present class, which ends with the move. */
  hasBadge: z.boolean(),
  /** Already plays in the other class too. The move then only ends the present class. */
  isThere: z.boolean(),
  /** Goes along without a badge, and needs a new badge after the reactivation. */
  isDeactivated: z.boolean(),
});
export type MovingStudent = z.infer<typeof movingStudent>;

/** A player that no student of the class plays: made by a game, or of a child who has left the school. */
export const movingPlayer = z.object({ playerId: id, playerName: z.string(), isThere: z.boolean() });
export type MovingPlayer = z.infer<typeof movingPlayer>;

export const classMoveCheck = z.object({
  id,
  groupName: z.string(),
  organization: z.object({ id, organization_key: z.string() }),
  /** Whether the caller owns the class, and so may archive it. */
  mayArchive: z.boolean(),
  /** A lesson of the class runs. Archiving the class would end it. */
  hasLesson: z.boolean(),
  students: z.array(movingStudent),
  players: z.array(movingPlayer),
  /** The other open classes of the school that the caller may modify, by name. */
  classes: z.array(z.object({ playerGroupId: id, groupName: z.string() })),
});
export type ClassMoveCheck = z.infer<typeof classMoveCheck>;

export const checkClassMove = defineEndpoint({
  name: "checkClassMove",
  method: "GET",
  path: "player-groups/{playerGroupId}/move",
  summary: "Say what a move to another class means for each student of a class, and which classes they may go to",
  example: { params: { playerGroupId: exampleId }, query: { toGroupId: exampleId } },
  access: bySession,
  params: fromClass,
  /** The other class, which `isThere` is about. Without it nobody is there. */
  query: z.strictObject({ toGroupId: z.optional(id) }),
  response: classMoveCheck,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const classMoveResult = z.object({
  playerGroupId: id,
  groupName: z.string(),
  /** How many moved, players without a student included. */
  students: z.number(),
  /** The new badges of the students who moved; empty if none were wanted. */
  badges: z.array(badgeEntry),
});
export type ClassMoveResult = z.infer<typeof classMoveResult>;

const someOfClass = z.array(id).check(z.maxLength(limits.playersOfGroup.max));

/**
 * Needs MODIFY of both classes, and OWNER of a class that is archived with the move. An archived class keeps its list of students. A
 * class that stays open loses them (decision 55). New badges for several students need a recent login (errors.loginTooOld). If a student has
 * left meanwhile, or one of the classes is archived, nobody moves (errors.classMoveChanged).
 */
export const moveStudents = defineEndpoint({
  name: "moveStudents",
  method: "POST",
  path: "player-groups/{playerGroupId}/move",
  summary: "Move students and players to another or a new class of their school, end their badges here, and archive this class if wanted",
  example: {
    params: { playerGroupId: exampleId },
    body: { studentUserIds: [exampleId], playerIds: [], target: { name: "3A" }, archivesClass: true, issuesBadges: true },
  },
  access: bySession,
  params: fromClass,
  body: z
    .strictObject({
      studentUserIds: someOfClass,
      playerIds: z._default(someOfClass, []),
      target: z.union([z.strictObject({ playerGroupId: id }), z.strictObject({ name: playerGroupName })]),
      archivesClass: z._default(z.boolean(), false),
      issuesBadges: z._default(z.boolean(), false),
    })
    .check(z.refine(({ studentUserIds, playerIds }) => studentUserIds.length + playerIds.length > 0, "errors.invalidInput")),
  status: 201,
  response: classMoveResult,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.classMoveChanged", "errors.playerGroupFull"],
});
