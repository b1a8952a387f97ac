import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Row } from "#/ui/stack.tsx";
import { AddStudentForm } from "./add-student-form.tsx";
import { groupTexts } from "./group-texts.ts";
import { BadgeExpiryNotice } from "./badge-expiry-notice.tsx";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { PrintedBadges } from "./printed-badges.tsx";
import styles from "./player-groups.module.css";
import { StudentList } from "./student-list.tsx";
import { useGroupBadges } from "./use-group-badges.ts";
import type { GroupBadges } from "./use-group-badges.ts";

/** A deed that ends what children hold in their hands, and is asked about first. */
export interface Asked {
  deed: "issue" | "void";
  /** The whole group when none is named. */
  student?: BadgeHolder;
}

/** The students of a group and their ways in: badges to print and void, one-time codes, new students. */
export function PlayerGroupScreen({ playerGroupId }: { playerGroupId: string }) {
  const group = useGroupBadges(playerGroupId);
  const [asked, setAsked] = useState<Asked>();
  const { data, error } = group.list;

  if (error !== null && data === undefined) {
    return (
      <>
        <PageHeading>{m["playerGroups.groupTitle"]()}</PageHeading>
        <Notice tone="error">{failureText(error.failure, groupTexts)}</Notice>
        <BackToGroups />
      </>
    );
  }
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  const handleIssue = (student?: BadgeHolder) => {
    const ends = student === undefined ? data.students.some(({ badge }) => badge !== undefined) : student.badge !== undefined;
    if (ends) setAsked({ deed: "issue", ...(student !== undefined && { student }) });
    else void group.issue(student?.userId);
  };
  return (
    <>
      <div className={styles["screenOnly"]}>
        <PageHeading intro={m["playerGroups.groupIntro"]()}>{m["playerGroups.groupHeading"]({ name: data.groupName })}</PageHeading>
      </div>
      {group.failure !== undefined && <Notice tone="error">{failureText(group.failure, groupTexts)}</Notice>}
      {asked !== undefined && <Question asked={asked} group={group} onDone={() => setAsked(undefined)} />}
      {group.brought?.is === "codes" && <OneTimeCodes codes={group.brought.codes} />}
      {group.brought?.is === "badges" && <PrintedBadges badges={group.brought.badges} />}
      <div className={styles["screenOnly"]}>
        <BadgeExpiryNotice students={data.students} mayModify={data.mayModify} onRenew={() => handleIssue()} />
        <StudentList
          students={data.students}
          mayModify={data.mayModify}
          group={group}
          onIssue={handleIssue}
          onVoid={(student) => setAsked({ deed: "void", ...(student !== undefined && { student }) })}
        />
        {data.mayModify && <AddStudentForm group={group} />}
        <BackToGroups />
      </div>
    </>
  );
}

function BackToGroups() {
  return (
    <Link to="/player-groups/" className={buttonClass("quiet")}>
      {m["playerGroups.back"]()}
    </Link>
  );
}

interface QuestionProps {
  asked: Asked;
  group: GroupBadges;
  onDone: () => void;
}

/** Says in words what will stop working, and for whom; takes the focus, as it stands between the press and the deed. */
function Question({ asked, group, onDone }: QuestionProps) {
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
