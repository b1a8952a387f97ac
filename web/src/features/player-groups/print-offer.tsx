import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./player-groups.module.css";
import type { GroupBadges } from "./use-group-badges.ts";
import { WithoutBadge } from "./without-badge.tsx";

interface PrintOfferProps {
  students: readonly BadgeHolder[];
  group: GroupBadges;
  onIssue: (students: readonly BadgeHolder[]) => void;
}

/** Offers the print sheet of the class. The sheet waits for a press, because the history keeps each print. */
export function PrintOffer({ students, group, onIssue }: PrintOfferProps) {
  const hasBadges = students.some(({ badge }) => badge !== undefined);
  // Badges that are made on this page are shown at once, without an offer.
  const [isOpen, setIsOpen] = useState(hasBadges);
  if (!hasBadges) return <Notice>{m["playerGroups.nothingToPrint"]()}</Notice>;
  if (!isOpen) return null;
  const handleSkip = () => {
    setIsOpen(false);
    // The pressed button goes, so the focus needs another place.
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const handleShow = async () => setIsOpen(!(await group.reprint("all")));
  const handleIssue = (chosen: readonly BadgeHolder[]) => {
    setIsOpen(false);
    onIssue(chosen);
  };
  return (
    <>
      <Notice takesFocus title={m["playerGroups.printQuestion"]()}>
        <p>{m["playerGroups.printSame"]()}</p>
        <Row className={styles["answers"]}>
          <Button pending={group.isBusy} pendingText={m["app.waiting"]()} onClick={() => void handleShow()}>
            {m["playerGroups.printShow"]()}
          </Button>
          <Button variant="secondary" onClick={handleSkip}>
            {m["playerGroups.printSkip"]()}
          </Button>
        </Row>
      </Notice>
      <WithoutBadge students={students} onIssue={handleIssue} />
    </>
  );
}
