import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Question } from "#/ui/question.tsx";
import type { GroupBadges } from "./use-group-badges.ts";

/** An action that ends badges in use, so it needs a confirmation. `issue` replaces them, `void` leaves none. */
export interface BadgeAction {
  action: "issue" | "void";
  students: readonly BadgeHolder[] | "all";
}

interface BadgeQuestionProps {
  asked: BadgeAction;
  group: GroupBadges;
  /** `isDone`: the badges have ended. False after "no" and after a refusal, which `group.failure` has. */
  onDone: (isDone: boolean) => void;
}

const titles = {
  issue: {
    all: () => m["playerGroups.newAllQuestion"](),
    some: (count: number) => m["playerGroups.newSomeQuestion"]({ count }),
    one: (name: string) => m["playerGroups.newQuestion"]({ name }),
  },
  void: {
    all: () => m["playerGroups.voidAllQuestion"](),
    some: (count: number) => m["playerGroups.voidSomeQuestion"]({ count }),
    one: (name: string) => m["playerGroups.voidQuestion"]({ name }),
  },
};

/** Says which badges will stop working. */
export function BadgeQuestion({ asked: { action, students }, group, onDone }: BadgeQuestionProps) {
  const chosen = students === "all" ? students : students.map(({ userId }) => userId);
  const handleYes = async () => onDone(await (action === "void" ? group.endBadges(chosen) : group.issue(chosen)));
  return (
    <Question
      // A new key, so that another question takes the focus again.
      key={`${action} ${String(chosen)}`}
      title={titleOf({ action, students })}
      yes={action === "void" ? m["playerGroups.voidYes"]() : m["playerGroups.newYes"]()}
      no={m["app.keep"]()}
      pending={group.isBusy}
      pendingText={m["app.waiting"]()}
      onYes={() => void handleYes()}
      onNo={() => onDone(false)}
    >
      {students === "all" || students.length > 1 ? m["playerGroups.voidManyWarning"]() : m["playerGroups.voidWarning"]()}
    </Question>
  );
}

function titleOf({ action, students }: BadgeAction): string {
  if (students === "all") return titles[action].all();
  const [first] = students;
  return students.length === 1 && first !== undefined ? titles[action].one(first.displayName) : titles[action].some(students.length);
}
