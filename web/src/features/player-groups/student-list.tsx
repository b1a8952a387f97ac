import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Badge } from "#/ui/badge.tsx";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import boxStyles from "#/ui/choice-box.module.css";
import { DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { lastDay, timeOfDay } from "./badge-dates.ts";
import { ClassActions } from "./class-actions.tsx";
import type { ClassRow } from "./class-rows.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import type { ListActions } from "./list-actions.ts";
import styles from "./player-groups.module.css";
import selectionStyles from "./selection.module.css";
import { RowActions } from "./row-actions.tsx";
import { studentRowId } from "./student-row-id.ts";
import type { Selection } from "./use-selection.ts";

interface StudentListProps extends ListActions {
  rows: readonly ClassRow[];
  /** The user's level on the class. Undefined if the class is archived: then the list is for reading only. */
  rightsType: RightsLevel | undefined;
}

/** One row per child, with the actions that the user's level allows. */
export function StudentList(props: StudentListProps) {
  const { rows, rightsType, group, selection } = props;
  if (rows.length === 0) return <Notice quiet>{m["playerGroups.noStudents"]()}</Notice>;
  const level = rightsType ?? "NONE";
  const columns: Column<ClassRow>[] = [
    { key: "name", header: m["playerGroups.name"](), rowHeader: true, renderCell: (row) => <Name row={row} selection={selection} /> },
    {
      key: "badge",
      header: <VisuallyHidden>{m["playerGroups.badge"]()}</VisuallyHidden>,
      renderCell: (row) => <WayIn row={row} isArchived={rightsType === undefined} />,
    },
  ];
  if (rightsType !== undefined && !selection.isOn) {
    columns.push({
      key: "actions",
      header: <VisuallyHidden>{m["playerGroups.actions"]()}</VisuallyHidden>,
      renderCell: (row) => <RowActions {...props} row={row} rightsType={rightsType} />,
    });
  }
  return (
    <div className={styles["list"]}>
      {holdsOnGroup({ rightsType: level }, "PLAY") && selection.all.length > 0 && (
        <ClassActions {...props} mayModify={holdsOnGroup({ rightsType: level }, "MODIFY")} />
      )}
      <DataTable caption={counts(rows)} rows={rows} rowKey={({ key }) => key} busy={group.isBusy} columns={columns} />
    </div>
  );
}

/** Counts the students as the start page does. Players without a student are counted apart. */
function counts(rows: readonly ClassRow[]): string {
  const students = rows.filter(({ student }) => student !== undefined).length;
  const others = rows.length - students;
  const counted = m["playerGroups.studentCount"]({ count: students });
  return others === 0 ? counted : `${counted} · ${m["playerGroups.othersCount"]({ count: others })}`;
}

/** The boat and the name. While students are being chosen both belong to the row's checkbox. */
function Name({ row: { name, student }, selection }: { row: ClassRow; selection: Selection }) {
  const words = (
    <>
      {student !== undefined && <ChildBoat of={student.userId} size={44} />}
      <bdi {...(student !== undefined && { id: studentRowId(student.userId), tabIndex: -1 })}>{name}</bdi>
    </>
  );
  if (!selection.isOn) return <span className={styles["student"]}>{words}</span>;
  return (
    <label className={selectionStyles["choice"]}>
      <input
        type="checkbox"
        className={boxStyles["box"]}
        disabled={student === undefined || !student.mayUseBadge}
        checked={selection.chosen.some(({ userId }) => userId === student?.userId)}
        onChange={() => selection.toggle(student?.userId ?? "")}
      />
      <span className={styles["student"]}>{words}</span>
    </label>
  );
}

function WayIn({ row: { student, isExcluded, isMissing = false }, isArchived }: { row: ClassRow; isArchived: boolean }) {
  return (
    <div className={styles["wayIn"]}>
      {!isArchived && <span>{describeBadge(student)}</span>}
      {student?.oneTimeCode !== undefined && <span>{m["playerGroups.codeUntil"]({ time: timeOfDay(student.oneTimeCode.expiresAt) })}</span>}
      {isMissing && <Badge tone="danger">{m["rosters.missing"]()}</Badge>}
      {isExcluded && <Badge>{m["playerGroups.excluded"]()}</Badge>}
    </div>
  );
}

function describeBadge(student: ClassRow["student"]): string {
  if (student === undefined) return m["playerGroups.noLogin"]();
  if (!student.mayUseBadge) return m["playerGroups.badgeLoginOff"]();
  return student.badge === undefined
    ? m["playerGroups.noBadge"]()
    : m["playerGroups.badgeUntil"]({ date: lastDay(student.badge.expiresAt) });
}
