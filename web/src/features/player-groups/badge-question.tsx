import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Question } from "#/ui/question.tsx";
import type { GroupBadges } from "./use-group-badges.ts";

/** A deed that ends what children hold in their hands, and is asked about first. */
export interface Asked {
  deed: "issue" | "void";
  /** The whole group when none is named. */
  student?: BadgeHolder;
}

interface BadgeQuestionProps {
  asked: Asked;
  group: GroupBadges;
  onDone: () => void;
}

/** Says in words what will stop working, and for whom. */
export function BadgeQuestion({ asked, group, onDone }: BadgeQuestionProps) {
  const { deed, student } = asked;
  const handleYes = async () => {
    await (deed === "void" ? group.endBadges(student?.userId) : group.issue(student?.userId));
    onDone();
  };
  const name = student?.displayName ?? "";
  const title = student === undefined ? m["playerGroups.voidAllQuestion"]() : m["playerGroups.voidQuestion"]({ name });
  const newTitle = student === undefined ? m["playerGroups.newAllQuestion"]() : m["playerGroups.newQuestion"]({ name });
  return (
    <Question
      // Another question takes the focus again.
      key={`${deed} ${student?.userId ?? ""}`}
      title={deed === "void" ? title : newTitle}
      yes={deed === "void" ? m["playerGroups.voidYes"]() : m["playerGroups.newYes"]()}
      no={m["playerGroups.keep"]()}
      pending={group.isBusy}
      pendingText={m["app.waiting"]()}
      onYes={() => void handleYes()}
      onNo={onDone}
    >
      {m["playerGroups.voidWarning"]()}
    </Question>
  );
}
