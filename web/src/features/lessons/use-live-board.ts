import type { LessonBoard } from "@storyport/contract/lessons";
import { useEffect, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";
import { openLiveBoard } from "./live-board.ts";

export interface LiveBoard {
  /** Undefined until the first board has come. A lost connection keeps the last board. */
  board: LessonBoard | undefined;
  isLive: boolean;
  /** A lost connection is back. Stays true until the next loss. */
  isBack: boolean;
  /** The session or the right has ended, so no more boards come. */
  failure: Failure | undefined;
  /** Shows the board that an action answered with. */
  show: (board: LessonBoard) => void;
}

/** Follows a lesson while the screen is there, until the lesson ends. */
export function useLiveBoard(lessonId: string): LiveBoard {
  const { call } = usePortal();
  const [board, setBoard] = useState<LessonBoard>();
  const [connection, setConnection] = useState<"live" | "lost" | "back">("live");
  const [failure, setFailure] = useState<Failure>();
  useEffect(
    () =>
      openLiveBoard(call, lessonId, {
        onBoard: setBoard,
        onConnection: (isLive) => setConnection((before) => (isLive ? (before === "live" ? "live" : "back") : "lost")),
        onRefused: setFailure,
      }),
    [call, lessonId],
  );
  return { board, isLive: connection !== "lost", isBack: connection === "back", failure, show: setBoard };
}
