import type { RosterAnswer } from "@storyport/contract/rosters";
import { describeComputed } from "./compute-run.ts";
import type { Computed } from "./compute-run.ts";
import type { StoredChange } from "./listed-roster.ts";

/**
 * Adds what follows from the answers. If a class is another than the class it looks like, its students and teachers go on to it: the list
 * was compared as if the two were one class. The positions of all other changes stay.
 */
export function withAnswers(computed: Computed, answers: ReadonlyMap<number, RosterAnswer>): Computed {
  const questions = computed.changes.filter(({ ifOther, answers: offered }, position) => {
    const answer = answers.get(position);
    return ifOther !== undefined && answer === "other" && offered.includes(answer);
  });
  if (questions.length === 0) return computed;
  const recognized = new Map(
    computed.changes.flatMap((change, position) => (change.reason === "looksAlike" ? [[keyOf(change), answers.get(position)]] : [])),
  );
  // Only the answer "same" connects a student of a similar name with the student of the list.
  const isSure = (change: StoredChange) => !recognized.has(keyOf(change)) || recognized.get(keyOf(change)) === "same";
  const following = new Map(questions.flatMap(({ ifOther = [] }) => ifOther.filter(isSure)).map((change) => [keyOf(change), change]));
  const changes = computed.changes.map((change) => {
    const instead = change.kind === "MOVED" ? following.get(keyOf(change)) : undefined;
    // For a missing student who is listed again, MOVED only removes the mark. The move out of the class replaces it.
    if (instead !== undefined) following.delete(keyOf(change));
    return instead ?? change;
  });
  changes.push(...following.values());
  return { ...computed, changes, fields: describeComputed(computed.classes, changes) };
}

/** Names a student or a teacher of a class of the list. */
function keyOf({ classPosition, thing, playerId, accountId = "" }: StoredChange): string {
  return `${classPosition} ${thing} ${playerId ?? accountId}`;
}
