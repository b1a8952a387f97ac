import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { listMissingOfClass } from "@storyport/contract/missing-students";
import type { MissingOfClass } from "@storyport/contract/missing-students";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { useDraft } from "#/shell/session-end.ts";
import { Button } from "#/ui/button.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { NotOnPaper } from "#/ui/paper.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { AddStudentForm } from "./add-student-form.tsx";
import { BadgeExpiryNotice } from "./badge-expiry-notice.tsx";
import { BadgeQuestion } from "./badge-question.tsx";
import type { BadgeAction } from "./badge-question.tsx";
import { classRows } from "./class-rows.ts";
import { EndedNotice } from "./ended-notice.tsx";
import type { GroupPlace } from "./group-tab.ts";
import { groupTexts } from "./group-texts.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import styles from "./player-groups.module.css";
import { MissingQuestions } from "./missing-questions.tsx";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { PrintOffer } from "./print-offer.tsx";
import { PrintedBadges } from "./printed-badges.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { StudentList } from "./student-list.tsx";
import { useGroupBadges } from "./use-group-badges.ts";
import type { GroupBadges } from "./use-group-badges.ts";
import { useSelection } from "./use-selection.ts";
import { WithoutBadge } from "./without-badge.tsx";

interface StudentsTabProps extends Pick<GroupPlace, "open"> {
  details: PlayerGroupDetails;
}

const noStudents: readonly BadgeHolder[] = [];
const noMissing: readonly MissingOfClass[] = [];

/** The children of a class in one list, with their badges and one-time codes, and a form for new students. */
export function StudentsTab({ details, open }: StudentsTabProps) {
  const group = useGroupBadges(details.id);
  const { data: missing = noMissing } = useEndpoint(listMissingOfClass, { params: { playerGroupId: details.id } });
  const [asked, setAsked] = useState<BadgeAction>();
  const { data, error } = group.list;
  const students = data?.students ?? noStudents;
  const isArchived = details.groupType === "ARCHIVED";
  const mayPlay = holdsOnGroup(details, "PLAY") && !isArchived;
  const mayModify = holdsOnGroup(details, "MODIFY") && !isArchived;
  const selection = useSelection(students, open === "codes" && mayPlay);
  // When a lesson ends, or the user returns during a lesson, the page fetches by itself. The end of the session must not take away what is shown
  // or chosen.
  const isShownOnce = group.result?.is === "badges" || group.result?.is === "codes";
  useDraft({ isTouched: () => isShownOnce || selection.chosen.length > 0 });

  if (error !== null && data === undefined) return <FailureNotice>{failureText(error.failure, groupTexts)}</FailureNotice>;
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  const handleIssue = (chosen: BadgeAction["students"]) => {
    const endsBadges = (chosen === "all" ? students : chosen).some(({ badge }) => badge !== undefined);
    if (endsBadges) return setAsked({ action: "issue", students: chosen });
    void group.issue(chosen === "all" ? chosen : chosen.map(({ userId }) => userId)).then((isDone) => isDone && selection.end());
  };
  const handleVoid = (chosen: BadgeAction["students"]) => setAsked({ action: "void", students: chosen });
  const handleAnswer = (isDone: boolean) => {
    setAsked(undefined);
    if (isDone) selection.end();
  };
  const fetchNames = async () => {
    const { data: now } = await group.list.refetch({ throwOnError: true });
    return (now?.students ?? noStudents).map(({ displayName }) => displayName);
  };
  const rows = classRows(students, details.players);
  return (
    <>
      {group.failure !== undefined && <FailureNotice takesFocus={group.failure}>{failureText(group.failure, groupTexts)}</FailureNotice>}
      {asked !== undefined && <BadgeQuestion asked={asked} group={group} onDone={handleAnswer} />}
      <Result group={group} students={students} onIssue={mayModify ? handleIssue : undefined} />
      <NotOnPaper>
        {open === "print" && mayModify && <PrintOffer students={students} group={group} onIssue={handleIssue} />}
        {!isArchived && <BadgeExpiryNotice students={students} mayModify={mayModify} onRenew={() => handleIssue("all")} />}
        {mayModify && missing.length > 0 && <MissingQuestions playerGroupId={details.id} missing={missing} />}
      </NotOnPaper>
      <StudentList
        rows={rows.map((row) => ({
          ...row,
          isMissing: missing.some(({ playerId }) => playerId === row.playerId),
        }))}
        rightsType={isArchived ? undefined : details.rightsType}
        group={group}
        selection={selection}
        onIssue={handleIssue}
        onVoid={handleVoid}
      />
      {selection.isOn && (
        <SelectionBar selection={selection} mayModify={mayModify} group={group} onIssue={handleIssue} onVoid={handleVoid} />
      )}
      {mayModify && !selection.isOn && (
        <NotOnPaper>
          <Link to="/player-groups/import" search={{ playerGroupId: details.id }} className={buttonClass("secondary")}>
            {m["classImports.title"]()}
          </Link>
          <div className={styles["form"]}>
            <AddStudentForm playerGroupId={details.id} rows={rows} fetchNames={fetchNames} />
          </div>
        </NotOnPaper>
      )}
    </>
  );
}

interface ResultProps {
  group: GroupBadges;
  students: readonly BadgeHolder[];
  /** Undefined without MODIFY on the class. */
  onIssue: ((students: BadgeAction["students"]) => void) | undefined;
}

/** Badges to print or codes to say aloud, above the list, until they are closed; or whose badges or codes have ended. */
function Result({ group: { result, closeResult }, students, onIssue }: ResultProps) {
  if (result === undefined) return null;
  if (result.is === "badgesEnded" || result.is === "codesEnded")
    return <EndedNotice ended={result} students={students} onIssue={onIssue} />;
  return (
    <>
      {result.is === "badges" && result.isAll && onIssue !== undefined && (
        <NotOnPaper>
          <WithoutBadge students={students} onIssue={onIssue} />
        </NotOnPaper>
      )}
      {result.is === "codes" ? <OneTimeCodes codes={result.codes} /> : <PrintedBadges badges={result.badges} />}
      <Button variant="secondary" className={styles["close"]} onClick={closeResult}>
        {result.is === "codes" ? m["playerGroups.closeCodes"]() : m["playerGroups.closeBadges"]()}
      </Button>
    </>
  );
}
