import type { LessonBoard } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { timeOfDay } from "#/features/player-groups/badge-dates.ts";
import { Notice } from "#/ui/notice.tsx";

const ends = {
  BELL: (time: string) => m["lessons.overByBell"]({ time }),
  TIME: (time: string) => m["lessons.overByTime"]({ time }),
  ARCHIVED: (time: string) => m["lessons.overByArchive"]({ time }),
};

/** What the lesson was, once it is over. It takes the focus: the bell that was pressed is gone. */
export function LessonSummary({ board: { lesson, children } }: { board: LessonBoard }) {
  if (lesson.ended === undefined) return null;
  // After the end, every child that was in a game has the state `left`.
  const came = children.filter(({ state }) => state === "left").length;
  return (
    <Notice takesFocus tone="success" title={m["lessons.overHeading"]()}>
      <p>{ends[lesson.ended.because](timeOfDay(lesson.ended.at))}</p>
      <p>{m["lessons.summary"]({ came, all: children.length })}</p>
    </Notice>
  );
}
