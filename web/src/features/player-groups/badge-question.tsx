import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./player-groups.module.css";
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

/** Says in words what will stop working, and for whom; takes the focus, as it stands between the press and the deed. */
export function BadgeQuestion({ asked, group, onDone }: BadgeQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [asked]);
  const { deed, student } = asked;
  const handleYes = async () => {
    await (deed === "void" ? group.endBadges(student?.userId) : group.issue(student?.userId));
    onDone();
  };
  const name = student?.displayName ?? "";
  const title = student === undefined ? m["playerGroups.voidAllQuestion"]() : m["playerGroups.voidQuestion"]({ name });
  const newTitle = student === undefined ? m["playerGroups.newAllQuestion"]() : m["playerGroups.newQuestion"]({ name });
  return (
    <Notice ref={box} tone="error" title={deed === "void" ? title : newTitle}>
      <p>{m["playerGroups.voidWarning"]()}</p>
      <Row className={styles["answers"]}>
        <Button variant="danger" pending={group.isBusy} onClick={() => void handleYes()}>
          {deed === "void" ? m["playerGroups.voidYes"]() : m["playerGroups.newYes"]()}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {m["playerGroups.keep"]()}
        </Button>
      </Row>
    </Notice>
  );
}
