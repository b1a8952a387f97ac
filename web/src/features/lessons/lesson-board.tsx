import { giveLessonCode } from "@storyport/contract/lessons";
import type { BoardChild, LessonBoard as Board } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { OneTimeCodes } from "#/features/player-groups/one-time-codes.tsx";
import { MoreDevices } from "#/features/seats/more-devices.tsx";
import { WaitingDevices } from "#/features/seats/waiting-devices.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Badge } from "#/ui/badge.tsx";
import type { BadgeProps } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { Bell } from "./bell.tsx";
import { minutesLeft, newsBetween } from "./board-news.ts";
import { StateSign, byAttention, countStates, stateText } from "./child-state.tsx";
import { ChildTile } from "./child-tile.tsx";
import { lessonTexts } from "./lesson-texts.ts";
import styles from "./lessons.module.css";
import { useGivenCode } from "./use-given-code.ts";
import type { LiveBoard } from "./use-live-board.ts";

const tones: Partial<Record<BoardChild["state"], NonNullable<BadgeProps["tone"]>>> = {
  "needs-help": "danger",
  "at-the-door": "accent",
  "in-the-game": "success",
};

/**
 * The class of a lesson: counts, and one tile for each child. While the lesson runs it also has the time left. Users who may lead then give
 * codes, seat children and ring the bell.
 */
export function LessonBoard({ board, live }: { board: Board; live: LiveBoard }) {
  const { call } = usePortal();
  const action = useAction();
  const { lesson, children, mayLead } = board;
  const isRunning = lesson.ended === undefined;
  const { given, show, close, tiles } = useGivenCode(children);
  const giveCode = (child: BoardChild) =>
    action.act(async () =>
      show(await call(giveLessonCode, { params: { lessonId: lesson.id }, body: { studentUserId: child.userId } }), child.since),
    );
  return (
    <div className={styles["board"]}>
      <Connection live={live} />
      <News board={board} />
      {action.failure !== undefined && <FailureNotice>{failureText(action.failure, lessonTexts)}</FailureNotice>}
      {isRunning && given !== undefined && (
        <div className={styles["given"]}>
          <OneTimeCodes codes={given.codes} />
          <Button variant="secondary" onClick={close}>
            {m["lessons.closeCode"]()}
          </Button>
        </div>
      )}
      <Row>
        {countStates(children).map(({ state, count }) => (
          <Badge key={state} tone={tones[state] ?? "neutral"} picture={<StateSign state={state} />}>
            {m["lessons.count"]({ state: stateText(state, lesson.ended), count })}
          </Badge>
        ))}
        {isRunning && <TimeLeft key={board.at} board={board} />}
      </Row>
      {mayLead && isRunning && <WaitingDevices board={board} onBoard={live.show} />}
      {children.length === 0 && <Notice quiet>{m["lessons.noChildren"]()}</Notice>}
      {mayLead && isRunning && children.length > 0 && <p className={styles["hint"]}>{m["lessons.pressForCode"]()}</p>}
      <ul ref={tiles} className={styles["tiles"]} aria-label={m["lessons.children"]()}>
        {byAttention(children).map((child) => (
          <li key={child.userId} data-child={child.userId}>
            <ChildTile
              child={child}
              ended={lesson.ended}
              isBusy={action.isBusy}
              onPress={mayLead && isRunning ? () => void giveCode(child) : undefined}
            />
          </li>
        ))}
      </ul>
      {mayLead && isRunning && <MoreDevices lesson={lesson} />}
      {mayLead && isRunning && <Bell lessonId={lesson.id} onRung={live.show} />}
    </div>
  );
}

function Connection({ live: { isLive, isBack, crowded } }: { live: LiveBoard }) {
  return (
    <>
      {crowded !== undefined && <FailureNotice>{failureText(crowded, lessonTexts)}</FailureNotice>}
      <div role="status">
        {!isLive && crowded === undefined && <p className={styles["lost"]}>{m["lessons.reconnecting"]()}</p>}
        {isLive && isBack && <VisuallyHidden>{m["lessons.caughtUp"]()}</VisuallyHidden>}
      </div>
    </>
  );
}

/** Reads changes aloud, politely. The first board is no news. */
function News({ board }: { board: Board }) {
  const before = useRef<Board>(undefined);
  const [news, setNews] = useState("");
  useEffect(() => {
    const changed = newsBetween(before.current, board);
    before.current = board;
    if (changed !== "") setNews(changed);
  }, [board]);
  return (
    <VisuallyHidden>
      <span role="status">{news}</span>
    </VisuallyHidden>
  );
}

/** Its caller gives a new key for each board, because each board brings the server's time. */
function TimeLeft({ board }: { board: Board }) {
  const [receivedAt] = useState(() => Date.now());
  const [now, setNow] = useState(receivedAt);
  useEffect(() => {
    // Five seconds are exact enough for whole minutes.
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const minutes = minutesLeft(board, receivedAt, now);
  return (
    <Badge>
      {m["lessons.timeLeft"]()} {timeText(minutes)}
    </Badge>
  );
}

function timeText(minutes: number): string {
  return minutes < 60
    ? m["lessons.timeLeftOf"]({ minutes })
    : m["lessons.timeLeftHours"]({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
