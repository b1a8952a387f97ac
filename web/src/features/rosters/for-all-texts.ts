import type { RosterAnswer, RosterReason } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";

/**
 * Names the questions of a reason, and says how many they are. The questions of the other four reasons have no answers, so no caller asks for
 * their names.
 */
export function kindOfQuestion(reason: RosterReason, count: number): string {
  switch (reason) {
    case "looksAlike":
      return m["rosters.forAllLooksAlike"]({ count });
    case "twoClasses":
      return m["rosters.forAllTwoClasses"]({ count });
    case "classLooksKnown":
      return m["rosters.forAllClassLooksKnown"]({ count });
    default:
      return m["rosters.forAllClassNameTaken"]({ count });
  }
}

/** Names an answer to the questions of a reason. */
export function wishText(reason: RosterReason, answer: RosterAnswer): string {
  if (answer === "skip") return m["rosters.answerSkip"]();
  if (reason === "twoClasses") return m["rosters.answerBoth"]();
  if (reason === "looksAlike") return answer === "same" ? m["rosters.answerSame"]() : m["rosters.answerOther"]();
  if (answer === "same") return m["rosters.answerSameClass"]();
  return reason === "classNameTaken" ? m["rosters.answerUseName"]() : m["rosters.answerOtherClass"]();
}

interface Reach {
  /** Questions that the answer decides. */
  reached: number;
  /** Questions of the kind that do not offer the answer. */
  others: number;
}

/** Says what one answer for all does. */
export function consequenceText(reason: RosterReason, answer: RosterAnswer, { reached: count, others }: Reach): string {
  const said = effectText(reason, answer, count);
  return others > 0 ? `${said} ${m["rosters.allOthers"]({ count: others })}` : said;
}

function effectText(reason: RosterReason, answer: RosterAnswer, count: number): string {
  if (answer === "skip") return m["rosters.allSkip"]({ count });
  if (reason === "twoClasses") return m["rosters.allBoth"]({ count });
  if (reason === "looksAlike") return answer === "same" ? m["rosters.allSame"]({ count }) : m["rosters.allOther"]({ count });
  if (answer === "same") return m["rosters.allSameClass"]({ count });
  return reason === "classNameTaken" ? m["rosters.allUseName"]({ count }) : m["rosters.allOtherClass"]({ count });
}
