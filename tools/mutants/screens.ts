/** Rules of screens. */
import type { Mutant } from "./mutant.ts";

const inWeb = "web/src/features";

export const screenMutants: readonly Mutant[] = [
  {
    rule: "a hidden group that an account has can be ticked again",
    file: `${inWeb}/users/user-group-choice.tsx`,
    find: "|| had.includes(id))\n",
    replace: ")\n",
    tests: [`${inWeb}/users/user-group-choice.test.tsx`],
  },
  {
    rule: "a refusal that is older than a confirmation asks no second time",
    file: `${inWeb}/confirmations/confirmation.ts`,
    find: "confirmed === confirmedBefore &&",
    replace: "",
    tests: [`${inWeb}/confirmations/confirmation.test.tsx`],
  },
  {
    rule: "a refused code leaves the hand-over of a grown-up",
    file: `${inWeb}/qr-login/use-student-login.ts`,
    find: "|| isGrownUp) return;",
    replace: ") return;",
    tests: [`${inWeb}/qr-login/one-time-code-screen.test.tsx`],
  },
  {
    rule: "without an answer nobody knows whether a half login has a passkey",
    file: `${inWeb}/passkeys/load-half-login.ts`,
    find: "if (isNotLoggedIn(error, getHalfLogin)) return",
    replace: "if (error instanceof Error) return",
    tests: [`${inWeb}/passkeys/load-half-login.test.ts`],
  },
  {
    rule: "an export that is chosen before the school waits for it",
    file: `${inWeb}/class-imports/use-read-list.ts`,
    find: "waiting === undefined ? take(parseList(draft.text)) : take(waiting, { file: waiting.file })",
    replace: "take(parseList(draft.text))",
    tests: [`${inWeb}/class-imports/class-import-screen.test.tsx`],
  },
  {
    rule: "a class page looks again when its lesson ends",
    file: `${inWeb}/lessons/use-running-lesson.ts`,
    find: "if (endsAt === undefined) return;",
    replace: "if (endsAt !== null) return;",
    tests: [`${inWeb}/lessons/class-lesson.test.tsx`],
  },
  {
    rule: "the end of the session takes no codes, badges or choice from a class page",
    file: `${inWeb}/player-groups/students-tab.tsx`,
    find: "useDraft({ isTouched: () => isShownOnce || selection.chosen.length > 0 });",
    replace: "useDraft({ isTouched: () => false });",
    tests: [`${inWeb}/player-groups/player-group-screen.test.tsx`],
  },
  {
    rule: "a logout drops this tab's hand-over to a game",
    file: `${inWeb}/logout/other-tabs.ts`,
    find: "  dropWhatThisTabKeeps();\n  browserStorage(() => localStorage)",
    replace: "  browserStorage(() => localStorage)",
    tests: [`${inWeb}/logout/other-tabs.test.ts`],
  },
  {
    rule: "a failed check of a class list is not repeated by itself",
    file: `${inWeb}/class-imports/use-verdicts.ts`,
    find: " || (hasFailed && asked.current === request)) return;",
    replace: ") return;",
    tests: [`${inWeb}/class-imports/class-import-screen.test.tsx`],
  },
];
