import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Button } from "#/ui/button.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { lastDay, timeOfDay } from "./badge-dates.ts";
import styles from "./player-groups.module.css";
import type { GroupBadges } from "./use-group-badges.ts";

interface StudentListProps {
  students: readonly BadgeHolder[];
  mayModify: boolean;
  group: GroupBadges;
  onIssue: (student?: BadgeHolder) => void;
  onVoid: (student?: BadgeHolder) => void;
}

export function StudentList({ students, mayModify, group, onIssue, onVoid }: StudentListProps) {
  if (students.length === 0) return <Notice quiet>{m["playerGroups.noStudents"]()}</Notice>;
  const hasBadges = students.some(({ badge }) => badge !== undefined);
  const hasCodes = students.some(({ oneTimeCode }) => oneTimeCode !== undefined);
  return (
    <div className={styles["list"]}>
      {mayModify && (
        <Row>
          {hasBadges && <Button onClick={() => void group.reprint()}>{m["playerGroups.printAll"]()}</Button>}
          <Button variant={hasBadges ? "secondary" : "primary"} onClick={() => onIssue()}>
            {m["playerGroups.newAll"]()}
          </Button>
          <Button variant="secondary" onClick={() => void group.giveCodes()}>
            {m["playerGroups.codesForAll"]()}
          </Button>
          {hasCodes && (
            <Button variant="quiet" onClick={() => void group.endCodes()}>
              {m["playerGroups.voidAllCodes"]()}
            </Button>
          )}
          {hasBadges && (
            <Button variant="quiet" onClick={() => onVoid()}>
              {m["playerGroups.voidAll"]()}
            </Button>
          )}
        </Row>
      )}
      <DataTable
        caption={m["playerGroups.students"]()}
        rows={students}
        rowKey={({ userId }) => userId}
        busy={group.isBusy}
        columns={[
          { key: "name", header: m["playerGroups.name"](), rowHeader: true, renderCell: ({ displayName }) => displayName },
          { key: "badge", header: m["playerGroups.badge"](), renderCell: describeWaysIn },
          ...(mayModify
            ? [
                {
                  key: "actions",
                  header: <VisuallyHidden>{m["playerGroups.deeds"]()}</VisuallyHidden>,
                  renderCell: (student: BadgeHolder) => <Actions student={student} group={group} onIssue={onIssue} onVoid={onVoid} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function describeWaysIn({ badge, oneTimeCode }: BadgeHolder) {
  return (
    <>
      {badge === undefined ? m["playerGroups.noBadge"]() : m["playerGroups.validUntil"]({ date: lastDay(badge.expiresAt) })}
      {oneTimeCode !== undefined && <div>{m["playerGroups.codeUntil"]({ time: timeOfDay(oneTimeCode.expiresAt) })}</div>}
    </>
  );
}

type ActionsProps = Pick<StudentListProps, "group" | "onIssue" | "onVoid"> & { student: BadgeHolder };

/** Each button includes the student's name, for screen reader users who do not see the row. */
function Actions({ student, group, onIssue, onVoid }: ActionsProps) {
  const { userId, displayName, badge, oneTimeCode } = student;
  const of = <VisuallyHidden> {displayName}</VisuallyHidden>;
  return (
    <div className={styles["actions"]}>
      {badge !== undefined && (
        <Button variant="secondary" onClick={() => void group.reprint(userId)}>
          {m["playerGroups.print"]()}
          {of}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void group.giveCodes(userId)}>
        {m["playerGroups.oneTimeCode"]()}
        {of}
      </Button>
      {oneTimeCode !== undefined && (
        <Button variant="quiet" onClick={() => void group.endCodes(userId)}>
          {m["playerGroups.voidCode"]()}
          {of}
        </Button>
      )}
      <Button variant="quiet" onClick={() => onIssue(student)}>
        {m["playerGroups.newBadge"]()}
        {of}
      </Button>
      {badge !== undefined && (
        <Button variant="quiet" onClick={() => onVoid(student)}>
          {m["playerGroups.void"]()}
          {of}
        </Button>
      )}
    </div>
  );
}
