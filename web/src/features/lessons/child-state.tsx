import type { BoardChild, ChildState, HelpReason, Lesson } from "@storyport/contract/lessons";
import { childStates } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";

const words: Record<ChildState, () => string> = {
  "needs-help": () => m["lessons.needsHelp"](),
  "at-the-door": () => m["lessons.atTheDoor"](),
  "not-yet": () => m["lessons.notYet"](),
  "in-the-game": () => m["lessons.inTheGame"](),
  left: () => m["lessons.left"](),
};

/** Once a lesson is over, a board has these two states alone, and nothing is still to come. */
const wordsOfPast: Partial<Record<ChildState, () => string>> = {
  "not-yet": () => m["lessons.wasNotInGame"](),
  left: () => m["lessons.wasInGame"](),
};

/** `ended`: from the lesson of the board. Leave it out while the lesson runs. */
export function stateText(state: ChildState, ended?: Lesson["ended"]): string {
  const text = ended === undefined ? words[state] : (wordsOfPast[state] ?? words[state]);
  return text();
}

const helpWords: Record<HelpReason, () => string> = {
  "badge-refused": () => m["lessons.helpBadge"](),
  "code-waits": () => m["lessons.helpCode"](),
  "no-badge": () => m["lessons.helpNoBadge"](),
};

/** Says what to help with, or that the child has a code; undefined if there is nothing to say. */
export function helpText({ help }: Pick<BoardChild, "help">): string | undefined {
  return help === undefined ? undefined : helpWords[help]();
}

/** Sorts by need of attention. Within a state the order by name stays. */
export function byAttention(children: readonly BoardChild[]): BoardChild[] {
  return children.toSorted((one, other) => childStates.indexOf(one.state) - childStates.indexOf(other.state));
}

/** The number of children in each state that occurs. */
export function countStates(children: readonly BoardChild[]): { state: ChildState; count: number }[] {
  return childStates
    .map((state) => ({ state, count: children.filter((child) => child.state === state).length }))
    .filter(({ count }) => count > 0);
}

const drawings: Record<ChildState, string> = {
  "needs-help": "M12 4v9M12 18v.2",
  "at-the-door": "M6 21V4h12v17M3 21h18M14.5 12.5v.2",
  "not-yet": "M12 7v5l3.5 2M12 3a9 9 0 1 0 .1 0",
  "in-the-game": "m5 12.5 4.5 4.5L19 7",
  left: "M14 4h5v16h-5M11 8l-4 4 4 4M7 12h8",
};

/** Distinguishes the states without colour. The sign of `left` has an arrow, which base.css mirrors in text from right to left. */
export function StateSign({ state }: { state: ChildState }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" data-points={state === "left" || undefined}>
      <path d={drawings[state]} fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
