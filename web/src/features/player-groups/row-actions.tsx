import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Button } from "#/ui/button.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { ClassRow } from "./class-rows.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import type { ListActions } from "./list-actions.ts";
import styles from "./player-groups.module.css";
import { PlayerMenu, StudentMenu } from "./student-menu.tsx";

type RowActionsProps = Omit<ListActions, "selection"> & { row: ClassRow; rightsType: RightsLevel };

/** The daily actions that the user's level allows, and a menu of the others. */
export function RowActions({ row, rightsType, group, onIssue, onVoid }: RowActionsProps) {
  const { student, name, playerId } = row;
  if (student === undefined) {
    return (
      <div className={styles["actions"]}>
        <PlayerMenu name={name} playerId={playerId} />
      </div>
    );
  }
  const { userId, badge, mayUseBadge } = student;
  const of = <VisuallyHidden> {name}</VisuallyHidden>;
  return (
    <div className={styles["actions"]}>
      {mayUseBadge && holdsOnGroup({ rightsType }, "PLAY") && (
        <Button variant="secondary" onClick={() => void group.giveCodes([userId])}>
          {m["playerGroups.oneTimeCode"]()}
          {of}
        </Button>
      )}
      {mayUseBadge && holdsOnGroup({ rightsType }, "MODIFY") && (
        <Button variant="secondary" onClick={() => (badge === undefined ? onIssue([student]) : void group.reprint([userId]))}>
          {badge === undefined ? m["playerGroups.newBadge"]() : m["playerGroups.print"]()}
          {of}
        </Button>
      )}
      <StudentMenu
        student={student}
        rightsType={rightsType}
        group={group}
        onIssue={(chosen) => onIssue([chosen])}
        onVoid={(chosen) => onVoid([chosen])}
      />
    </div>
  );
}
