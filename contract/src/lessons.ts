/** Lessons of a class and their live board. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { oneTimeCode } from "#/qr-login.ts";

/** Why a lesson ended: a teacher rang the bell, its time was over, or its class was archived. */
export const lessonEnds = ["BELL", "TIME", "ARCHIVED"] as const;

export const lesson = z.object({
  id,
  playerGroupId: id,
  groupName: z.string(),
  startedAt: z.string(),
  endsAt: z.string(),
  /** Absent while the lesson runs. */
  ended: z.optional(z.object({ at: z.string(), because: z.enum(lessonEnds) })),
});
export type Lesson = z.infer<typeof lesson>;

/** In the order in which a board shows the children: help first. */
export const childStates = ["needs-help", "at-the-door", "not-yet", "in-the-game", "left"] as const;
export type ChildState = (typeof childStates)[number];

/**
 * `badge-refused`: in this lesson, in the last ten minutes, the child tried a badge that no longer works. `code-waits`: in this lesson the
 * child got a one-time code, which is neither used nor expired. `no-badge`: no badge of the child works. For its first five minutes a code
 * waits without a need of help.
 */
export const helpReasons = ["badge-refused", "code-waits", "no-badge"] as const;
export type HelpReason = (typeof helpReasons)[number];

export const boardChild = z.object({
  userId: id,
  displayName: z.string(),
  /**
   * `not-yet`: is not logged in, and no game has redeemed a code in this lesson. `at-the-door`: logged in, without a game. `in-the-game`: a
   * game redeemed the code. `left`: the game's login ended. `needs-help`: see `help`. A child at the door or in a game needs no help.
   */
  state: z.enum(childStates),
  /** When the state began; for `left`, when its game began. Absent if nothing has happened yet. */
  since: z.optional(z.string()),
  /** Where the child is at the door, plays, or last played. */
  deviceName: z.optional(z.string()),
  /** The reason of `needs-help`. Also `code-waits` of a child who is not yet there, or has left, and has a new code. */
  help: z.optional(z.enum(helpReasons)),
});
export type BoardChild = z.infer<typeof boardChild>;

/** A device of the school that shows a code and waits for a child. */
export const waitingDevice = z.object({
  /** Names this wait of the device, not the device. */
  id,
  /** The device's name at the school. A device that has not named itself has its first code as its name until a person renames it. */
  name: z.string(),
  /** As the device shows it. Its first two letters are the two pictures (`user-code.ts`). */
  userCode: z.string(),
  since: z.string(),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;

/** All that a board shows, at one moment. */
export const lessonBoard = z.object({
  lesson,
  /** The server's time, because a tablet's clock may be wrong. */
  at: z.string(),
  /** True if the caller may ring the bell and give codes. */
  mayLead: z.boolean(),
  /** The active students of the class who may log in by badge, by name. */
  children: z.array(boardChild),
  /** The devices that wait, those that this class used last first. Empty for a caller who may not seat children. */
  devices: z.array(waitingDevice),
});
export type LessonBoard = z.infer<typeof lessonBoard>;

const bySession = { by: "session", permission: "manage_players", scope: "organization" } as const;
const ofClass = z.object({ playerGroupId: id });
const ofLesson = z.object({ lessonId: id });

/** During an update a process of the previous release leaves it out. */
const groupName = z.optional(z.string());

export const getRunningLesson = defineEndpoint({
  name: "getRunningLesson",
  method: "GET",
  path: "player-groups/{playerGroupId}/lesson",
  summary: "Get the running lesson of a class, if it has one",
  example: { params: { playerGroupId: exampleId } },
  access: bySession,
  params: ofClass,
  response: z.object({ lesson: z.optional(lesson), mayLead: z.boolean(), groupName }),
  refusals: ["errors.notFound"],
});

/** By the class's name, at most 200. Administrators may lead every lesson. */
export const listRunningLessons = defineEndpoint({
  name: "listRunningLessons",
  method: "GET",
  path: "lessons",
  summary: "List the running lessons that the caller may lead",
  access: bySession,
  response: z.array(lesson),
  refusals: [],
});

export const startLesson = defineEndpoint({
  name: "startLesson",
  method: "POST",
  path: "player-groups/{playerGroupId}/lesson",
  summary: "Start a lesson of a class; if one runs already, the answer is that lesson, unchanged",
  example: { params: { playerGroupId: exampleId }, body: { minutes: 45 } },
  access: bySession,
  params: ofClass,
  body: z.strictObject({ minutes: z.int().check(z.minimum(limits.lesson.minMinutes), z.maximum(limits.lesson.maxMinutes)) }),
  response: lesson,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const getLessonBoard = defineEndpoint({
  name: "getLessonBoard",
  method: "GET",
  path: "lessons/{lessonId}/board",
  summary: "Get the board of a lesson: each child's state at this moment",
  example: { params: { lessonId: exampleId } },
  access: bySession,
  duringSupportView: "refused",
  params: ofLesson,
  response: lessonBoard,
  refusals: ["errors.notFound"],
});

/**
 * Each event has a whole board and an increasing id. The event `end` closes the stream: the lesson is over, or the caller's session or
 * right has ended. A stream that closes without it is to be opened again.
 */
export const watchLessonBoard = defineEndpoint({
  name: "watchLessonBoard",
  method: "GET",
  path: "lessons/{lessonId}/board/events",
  summary: "Watch the board of a lesson as server-sent events",
  example: { params: { lessonId: exampleId } },
  access: bySession,
  duringSupportView: "refused",
  params: ofLesson,
  response: lessonBoard,
  responseKind: "events",
  refusals: ["errors.notFound", "errors.tooManyBoards"],
});

/**
 * Also ends the class's unused one-time codes. Also ends the dashboards that the caller, or the teacher who started the lesson, opened since
 * its start. A second bell changes nothing.
 */
export const ringBell = defineEndpoint({
  name: "ringBell",
  method: "POST",
  path: "lessons/{lessonId}/bell",
  summary: "End a lesson, with all sessions, game codes and tokens that its children opened; answers the last board",
  example: { params: { lessonId: exampleId }, body: {} },
  access: bySession,
  params: ofLesson,
  body: z.strictObject({}),
  response: lessonBoard,
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const giveLessonCode = defineEndpoint({
  name: "giveLessonCode",
  method: "POST",
  path: "lessons/{lessonId}/one-time-codes",
  summary: "Give a student of a running lesson a one-time code, valid for twenty minutes and no longer than the lesson",
  example: { params: { lessonId: exampleId }, body: { studentUserId: exampleId } },
  access: bySession,
  params: ofLesson,
  body: z.strictObject({ studentUserId: id }),
  status: 201,
  response: oneTimeCode,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.lessonOver", "errors.loginTypeNotAllowed", "errors.busy"],
});
