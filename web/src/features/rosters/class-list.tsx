import type { RosterRunClass } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { RunClass } from "./run-class.tsx";
import type { Answers } from "./run-class.tsx";

/** More open classes would fetch too much at once. */
const mostOpen = 10;

interface ClassListProps {
  runId: string;
  classes: readonly RosterRunClass[];
  /** Absent while the run is applied, and once it is decided. */
  answers?: Answers;
}

/** The classes in which something changes. The first ten that need a person are open from the start. */
export function ClassList({ runId, classes, answers }: ClassListProps) {
  if (classes.length === 0) return <Notice>{m["rosters.nothing"]()}</Notice>;
  const asking = classes.filter(({ questions, stops }) => questions > 0 || stops);
  const open = new Set(asking.slice(0, mostOpen).map(({ position }) => position));
  return (
    <Stack>
      {classes.map((runClass) => (
        <RunClass key={runClass.position} runId={runId} runClass={runClass} startsOpen={open.has(runClass.position)} answers={answers} />
      ))}
    </Stack>
  );
}
