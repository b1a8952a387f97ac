import type { RosterAnswer } from "@storyport/contract/rosters";
import { describeComputed } from "./compute-run.ts";
import type { Computed } from "./compute-run.ts";
import type { StoredChange } from "./listed-roster.ts";

export interface Answered {
  computed: Computed;
  /** By the position of their question in `computed`. */
  answers: ReadonlyMap<number, RosterAnswer>;
}

/**
 * Applies the answers to the changes. The list was compared as if each class were the class it looks like. If a person says that it is
 * another, its students and teachers go to the new class. No other student leaves the similar class. If a class is skipped, no person
 * enters or leaves a class because of it.
 */
export function withAnswers(computed: Computed, given: ReadonlyMap<number, RosterAnswer>): Answered {
  const answerTo = (position: number) => {
    const answer = given.get(position);
    return answer !== undefined && computed.changes[position]?.answers.includes(answer) === true ? answer : undefined;
  };
  const happens = happeningIn(computed, answerTo);
  const kept = computed.changes.flatMap((change, position) => (happens(change) ? [{ change, answer: answerTo(position) }] : []));
  const questions = kept.filter(({ change, answer }) => change.ifOther !== undefined && answer === "other");
  if (questions.length === 0 && kept.length === computed.changes.length) return { computed, answers: given };
  const recognized = new Map(kept.flatMap(({ change, answer }) => (change.reason === "looksAlike" ? [[keyOf(change), answer]] : [])));
  // Only the answer "same" connects a student of a similar name with the student of the list.
  const isSure = (change: StoredChange) => !recognized.has(keyOf(change)) || recognized.get(keyOf(change)) === "same";
  const following = new Map(
    questions.flatMap(({ change: { ifOther = [] } }) => ifOther.filter(isSure)).map((change) => [keyOf(change), change]),
  );
  const found = kept.map(({ change }) => change);
  const changes = found.map((change) => {
    // For a missing student who is listed again, MOVED only removes the mark. The move out of the class replaces it.
    const onlyUnmarks = change.kind === "MOVED" && change.fromGroupId === undefined;
    const instead = onlyUnmarks ? following.get(keyOf(change)) : undefined;
    if (instead !== undefined) following.delete(keyOf(change));
    return instead ?? change;
  });
  changes.push(...following.values());
  const answers = new Map(kept.flatMap(({ answer }, position) => (answer === undefined ? [] : [[position, answer]])));
  return { computed: { ...computed, changes, fields: describeComputed(computed.classes, changes, found) }, answers };
}

/**
 * Returns a test of whether a change happens. Its class must be there, and for a departure it must be the class that the comparison meant.
 * Questions and new names always stay. `apply-changes.ts` leaves out the questions of a class that is not there. A new name needs no class.
 */
function happeningIn({ classes, changes }: Computed, answerTo: (position: number) => RosterAnswer | undefined) {
  const questionOf = new Map(
    changes.flatMap(({ thing, classPosition }, position) => (thing === "CLASS" ? [[classPosition, position]] : [])),
  );
  const isSame = new Set<number>();
  const isThere = new Set<number>();
  for (const { position, groupId, isKnown } of classes) {
    const question = questionOf.get(position) ?? -1;
    const answer = answerTo(question);
    if (isKnown || (groupId !== undefined && answer === "same")) isSame.add(position);
    if (isSame.has(position) || answer === "other" || changes[question]?.kind === "NEW") isThere.add(position);
  }
  return ({ thing, kind, classPosition }: StoredChange): boolean => {
    if (thing === "CLASS" || kind === "CONFLICT" || kind === "RENAMED") return true;
    return kind === "LEFT" ? isSame.has(classPosition) : isThere.has(classPosition);
  };
}

/** Names a student or a teacher of a class of the list. */
function keyOf({ classPosition, thing, playerId, accountId = "" }: StoredChange): string {
  return `${classPosition} ${thing} ${playerId ?? accountId}`;
}
