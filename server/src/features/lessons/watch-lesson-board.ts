import type { FastifyReply } from "fastify";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { EventStream } from "#/platform/http/event-stream.ts";
import { lessonForAccount } from "./lesson-for-account.ts";
import type { OpenBoards } from "./open-boards.ts";

export interface Watching {
  lessonId: string;
  sessionSecret: string;
  /** What the browser saw last, if it comes back. The ids of events go on from there. */
  lastEventId: string | undefined;
  boards: OpenBoards;
  reply: FastifyReply;
}

/**
 * Opens the board of a lesson as a stream of events, to a caller who may read the class. Session and rights are checked again
 * before each event. Refuses as `lessonForAccount` and `OpenBoards.requireRoom` do.
 */
export async function watchLessonBoard(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { lessonId, sessionSecret, lastEventId, boards, reply }: Watching,
): Promise<FastifyReply> {
  await lessonForAccount(database, session, { lessonId, needs: "READ" });
  boards.requireRoom(session.accountId);
  const stream = new EventStream(lastEventId);
  // Not awaited: the stream begins at once, and its first board follows. What cannot be read now, `OpenBoards` reads again.
  void boards.open({ lessonId, accountId: session.accountId, sessionSecret, stream });
  return stream.answer(reply);
}
