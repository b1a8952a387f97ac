import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Question } from "#/ui/question.tsx";
import type { GroupBadges } from "./use-group-badges.ts";

/** An action that ends badges which children have, so it needs a confirmation. */
export interface Asked {
  action: "issue" | "void";
  /** Undefined for the whole group. */
  student?: BadgeHolder;
}

interface BadgeQuestionProps {
  asked: Asked;
  group: GroupBadges;
  onDone: () => void;
}

/** Says which badges will stop working. */
export function BadgeQuestion({ asked, group, onDone }: BadgeQuestionProps) {
  const { action, student } = asked;
  const handleYes = async () => {
    await (action === "void" ? group.endBadges(student?.userId) : group.issue(student?.userId));
    onDone();
  };
  const name = student?.displayName ?? "";
  const title = student === undefined ? m["playerGroups.voidAllQuestion"]() : m["playerGroups.voidQuestion"]({ name });
  const newTitle = student === undefined ? m["playerGroups.newAllQuestion"]() : m["playerGroups.newQuestion"]({ name });
  return (
    <Question
      // A new key, so that another question takes the focus again.
      key={`${action} ${student?.userId ?? ""}`}
      title={action === "void" ? title : newTitle}
      yes={action === "void" ? m["playerGroups.voidYes"]() : m["playerGroups.newYes"]()}
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
