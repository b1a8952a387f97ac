import type { RosterAnswer, RosterChange, RosterReason } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { isolate } from "#/ui/isolate.ts";
import { wishText } from "./for-all-texts.ts";

const reasons: Record<RosterReason, (name: string) => string> = {
  classNameTaken: (name) => m["rosters.classNameTaken"]({ name }),
  classLooksKnown: (name) => m["rosters.classLooksKnown"]({ name }),
  looksAlike: (name) => m["rosters.looksAlike"]({ name }),
  twoClasses: () => m["rosters.twoClasses"](),
  classNameInvalid: () => m["rosters.classNameInvalid"](),
  nameInvalid: () => m["rosters.nameInvalid"](),
  externalIdInvalid: () => m["rosters.externalIdInvalid"](),
  classFull: () => m["rosters.classFull"](),
};

/** Says what happens to a class, a student or a teacher. */
export function changeText({ kind, thing, formerName, fromClass, reason, likeName, name }: RosterChange): string {
  if (reason !== undefined) return reasons[reason](isolate(likeName ?? name));
  switch (kind) {
    case "MOVED":
      return fromClass === undefined ? m["rosters.joined"]() : m["rosters.moved"]({ name: isolate(fromClass) });
    case "LEFT":
      return m["rosters.left"]();
    case "RENAMED":
      return m["rosters.renamed"]({ name: isolate(formerName ?? "") });
    default:
      return thing === "CLASS" ? m["rosters.newCLASS"]() : thing === "TEACHER" ? m["rosters.newTEACHER"]() : m["rosters.newSTUDENT"]();
  }
}

/** Names an answer to the question of a change. */
export function answerText({ reason, formerName }: RosterChange, answer: RosterAnswer): string {
  // A change without a question is not answered.
  if (reason === undefined) return m["rosters.answerSkip"]();
  // For all classes at once the words say less: some are new, and some get another name.
  if (reason === "classNameTaken" && answer === "other") {
    return formerName === undefined ? m["rosters.answerOtherClass"]() : m["rosters.answerRename"]();
  }
  return wishText(reason, answer);
}
