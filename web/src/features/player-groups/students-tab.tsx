import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { AddStudentForm } from "./add-student-form.tsx";
import { BadgeExpiryNotice } from "./badge-expiry-notice.tsx";
import { BadgeQuestion } from "./badge-question.tsx";
import type { Asked } from "./badge-question.tsx";
import { groupTexts } from "./group-texts.ts";
import styles from "./player-groups.module.css";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { PrintedBadges } from "./printed-badges.tsx";
import { StudentList } from "./student-list.tsx";
import { useGroupBadges } from "./use-group-badges.ts";

interface StudentsTabProps {
  playerGroupId: string;
  /** Called after a player was added to the group. */
  onChanged: () => void;
}

/** The students of a group and their ways to log in: badges to print and void, one-time codes, new students. */
export function StudentsTab({ playerGroupId, onChanged }: StudentsTabProps) {
  const group = useGroupBadges(playerGroupId);
  const [asked, setAsked] = useState<Asked>();
  const { data, error } = group.list;

  if (error !== null && data === undefined)
    return <FailureNotice failure={error.failure}>{failureText(error.failure, groupTexts)}</FailureNotice>;
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  const handleIssue = (student?: BadgeHolder) => {
    const ends = student === undefined ? data.students.some(({ badge }) => badge !== undefined) : student.badge !== undefined;
    if (ends) setAsked({ action: "issue", ...(student !== undefined && { student }) });
    else void group.issue(student?.userId);
  };
  const createStudent = async (name: string): Promise<boolean> => {
    const isCreated = await group.createStudent(name);
    if (isCreated) onChanged();
    return isCreated;
  };
  return (
    <>
      {group.failure !== undefined && <FailureNotice failure={group.failure}>{failureText(group.failure, groupTexts)}</FailureNotice>}
      {asked !== undefined && <BadgeQuestion asked={asked} group={group} onDone={() => setAsked(undefined)} />}
      {group.result?.is === "codes" && <OneTimeCodes codes={group.result.codes} />}
      {group.result?.is === "badges" && <PrintedBadges badges={group.result.badges} />}
      <div className={styles["screenOnly"]}>
        <BadgeExpiryNotice students={data.students} mayModify={data.mayModify} onRenew={() => handleIssue()} />
        <StudentList
          students={data.students}
          mayModify={data.mayModify}
          group={group}
          onIssue={handleIssue}
          onVoid={(student) => setAsked({ action: "void", ...(student !== undefined && { student }) })}
        />
        {data.mayModify && <AddStudentForm group={{ ...group, createStudent }} />}
      </div>
    </>
  );
}
