/**
 * Students of a class who are missing from the school's own list. The teachers of the class, and the people who manage members, say whether
 * they stay.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import type { ResponseOf } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { limits } from "#/limits.ts";

const byManagers = { by: "session", permission: "manage_members", scope: "organization" } as const;
const byRights = { by: "session", permission: "manage_players", scope: "organization" } as const;
const onClass = z.object({ playerGroupId: id });

export const missingStudent = z.object({
  playerId: id,
  playerName: z.string(),
  playerGroupId: id,
  groupName: z.string(),
  missingSince: z.string(),
});
export type MissingStudent = z.infer<typeof missingStudent>;

export const listMissingOfClass = defineEndpoint({
  name: "listMissingOfClass",
  method: "GET",
  path: "rosters/classes/{playerGroupId}/missing",
  summary: "List the students of a class who are not in the school's list any more",
  example: { params: { playerGroupId: exampleId } },
  access: byRights,
  params: onClass,
  response: z.array(z.object({ playerId: id, playerName: z.string(), missingSince: z.string() })),
  refusals: ["errors.notFound"],
});
export type MissingOfClass = ResponseOf<typeof listMissingOfClass>[number];

/**
 * `stays`: ask no more, until the list names the student again. `left`: the student leaves the class, and the account stays. A student who
 * is not missing, or not in this class, stays as before.
 */
export const answerMissing = defineEndpoint({
  name: "answerMissing",
  method: "POST",
  path: "rosters/classes/{playerGroupId}/answer",
  summary: "Say of students who are not in the school's list any more whether they are still in the class or have left it",
  example: { params: { playerGroupId: exampleId }, body: { playerIds: [exampleId], answer: "stays" } },
  access: byRights,
  params: onClass,
  body: z.strictObject({
    playerIds: z.array(id).check(z.minLength(1), z.maxLength(limits.playersOfGroup.max)),
    answer: z.enum(["stays", "left"]),
  }),
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});

export const keepMissingStudents = defineEndpoint({
  name: "keepMissingStudents",
  method: "POST",
  path: "rosters/keep",
  summary: "Keep students who are not in the school's list any more, and ask no more about them",
  example: { body: { organizationId: exampleId, playerIds: [exampleId] } },
  access: byManagers,
  // As many as `getRosters` lists at once.
  body: z.strictObject({ organizationId: id, playerIds: z.array(id).check(z.minLength(1), z.maxLength(1000)) }),
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed"],
});
