import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { badgeExpiry, lastDay } from "./badge-dates.ts";
import styles from "./player-groups.module.css";

interface BadgeExpiryNoticeProps {
  students: readonly BadgeHolder[];
  mayModify: boolean;
  onRenew: () => void;
}

/** A badge that has ended keeps its child out of a lesson. So the page warns a month before, and more strongly in the last week. */
export function BadgeExpiryNotice({ students, mayModify, onRenew }: BadgeExpiryNoticeProps) {
  const [now] = useState(() => Date.now());
  const expiry = badgeExpiry(students, now);
  if (expiry === undefined) return null;
  const { count, first, isUrgent } = expiry;
  const say = isUrgent ? m["playerGroups.badgesEndNow"] : m["playerGroups.badgesEndSoon"];
  return (
    <Notice tone={isUrgent ? "error" : "info"} quiet={!isUrgent} title={say({ date: lastDay(first) })}>
      <p>{m["playerGroups.badgesEndAdvice"]({ count })}</p>
      {mayModify && (
        <Row className={styles["answers"]}>
          <Button variant={isUrgent ? "primary" : "secondary"} onClick={onRenew}>
            {m["playerGroups.renewAll"]()}
          </Button>
        </Row>
      )}
    </Notice>
  );
}
