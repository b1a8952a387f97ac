import type { LessonBoard } from "@storyport/contract/lessons";
import { useEffect, useMemo, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";
import { sortByName } from "#/shell/sort-by-name.ts";
import { openLiveBoard } from "./live-board.ts";

export interface LiveBoard {
  /** Its children are by name. Undefined until the first board has come. A lost connection keeps the last board. */
  board: LessonBoard | undefined;
  isLive: boolean;
  /** A lost connection is back. Stays true until the next loss. */
  isBack: boolean;
  /** Too many boards are open, so this board is not live. */
  crowded: Failure | undefined;
  /** The session or the right has ended, so no more boards come. */
  failure: Failure | undefined;
  /** Shows the board that an action answered with. */
  show: (board: LessonBoard) => void;
}

/** Follows a lesson while the screen is there, until the lesson ends. */
export function useLiveBoard(lessonId: string): LiveBoard {
  const { call } = usePortal();
  const [received, setReceived] = useState<LessonBoard>();
  // The same board stays the same object, because each new object may be news.
  const board = useMemo(() => received && inOrder(received), [received]);
  const [connection, setConnection] = useState<"live" | "lost" | "back">("live");
  const [crowded, setCrowded] = useState<Failure>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(
    () =>
      openLiveBoard(call, lessonId, {
        onBoard: setReceived,
        onConnection: (isLive) => {
          setConnection((before) => (isLive ? (before === "live" ? "live" : "back") : "lost"));
          if (isLive) setCrowded(undefined);
        },
        onCrowded: setCrowded,
        onRefused: setFailure,
      }),
    [call, lessonId],
  );
  // The stream may overtake the answer of an action, and the server sends no board twice. So an older answer must not replace it.
  const show = (answer: LessonBoard) => setReceived((shown) => (shown !== undefined && shown.at > answer.at ? shown : answer));
  return { board, isLive: connection !== "lost", isBack: connection === "back", crowded, failure, show };
}

/** The children by name, as the page of the class has them. Its tiles, seats and news keep this order. */
function inOrder(board: LessonBoard): LessonBoard {
  return { ...board, children: sortByName(board.children, ({ displayName, userId }) => [displayName, userId]) };
}
