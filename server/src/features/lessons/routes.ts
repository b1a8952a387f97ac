import * as contract from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { getRunningLesson } from "./get-running-lesson.ts";
import { giveLessonCode } from "./give-lesson-code.ts";
import { listRunningLessons } from "./list-running-lessons.ts";
import type { OpenBoards } from "./open-boards.ts";
import { getLessonBoard } from "./read-board.ts";
import { ringBell } from "./ring-bell.ts";
import { startLesson } from "./start-lesson.ts";
import { watchLessonBoard } from "./watch-lesson-board.ts";

export function lessonRoutes(add: AddRoute, context: AppContext, boards: OpenBoards): void {
  add(contract.getRunningLesson, ({ caller, params }) => getRunningLesson(context, caller, params));
  add(contract.listRunningLessons, ({ caller }) => listRunningLessons(context, caller));
  add(contract.startLesson, ({ caller, params, body }) => startLesson(context, caller, { ...params, ...body }));
  add(contract.getLessonBoard, ({ caller, params }) => getLessonBoard(context, caller, params));
  add(contract.watchLessonBoard, ({ caller, params, cookies, request, reply }) => {
    const lastEventId = request.headers["last-event-id"]?.toString();
    // The call needs a session, so its secret is there.
    return watchLessonBoard(context, caller, { ...params, sessionSecret: cookies.sessionSecret ?? "", lastEventId, boards, reply });
  });
  add(contract.ringBell, ({ caller, params }) => ringBell(context, caller, params));
  add(contract.giveLessonCode, ({ caller, params, body }) => giveLessonCode(context, caller, { ...params, ...body }));
}
