import type { LessonBoard } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { formatLocales } from "#/shell/format-locales.ts";
import { stateText } from "./child-state.tsx";

/** So many children, and so many devices. More at once would be read for too long, and the board shows all. */
const mostNames = 4;

/** Names the children whose state has changed and the devices that have begun to wait, for screen readers. */
export function newsBetween(before: LessonBoard | undefined, now: LessonBoard): string {
  if (before === undefined) return "";
  const states = new Map(before.children.map(({ userId, state }) => [userId, state]));
  const changed = now.children.filter(({ userId, state }) => states.get(userId) !== state).slice(0, mostNames);
  const sentences = changed.map(({ displayName, state }) =>
    m["lessons.nowIs"]({ name: displayName, state: stateText(state, now.lesson.ended) }),
  );
  const known = new Set(before.devices.map(({ id }) => id));
  const waiting = now.devices.filter(({ id }) => !known.has(id)).slice(0, mostNames);
  sentences.push(...waiting.map(({ name }) => m["seats.nowWaits"]({ name })));
  // Sentences follow each other without the "and" of a list of words.
  return new Intl.ListFormat(formatLocales(), { type: "unit" }).format(sentences);
}

/** Returns the minutes until the lesson ends, by the server's clock. `receivedAt` and `now`: this browser's times in milliseconds. */
export function minutesLeft({ lesson, at }: LessonBoard, receivedAt: number, now: number): number {
  const serverNow = Date.parse(at) + Math.max(0, now - receivedAt);
  return Math.max(0, Math.ceil((Date.parse(lesson.endsAt) - serverNow) / 60_000));
}
