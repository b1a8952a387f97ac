import { checkClassMove } from "@storyport/contract/class-moves";
import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useLastAnswer } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { classMoveTexts } from "./class-move-texts.ts";
import { MoveDone } from "./move-done.tsx";
import type { Moved } from "./move-done.tsx";
import { MoveForm } from "./move-form.tsx";

interface ClassMoveScreenProps {
  playerGroupId: string;
  /** Undefined: the whole class is chosen to begin with. */
  student: string | undefined;
}

/** Moves students of a class to another class: a form, a question, and the sheet of their new badges. */
export function ClassMoveScreen({ playerGroupId, student }: ClassMoveScreenProps) {
  const [done, setDone] = useState<Moved>();
  // The class may be archived by now, so its students are not fetched again.
  if (done !== undefined) return <MoveDone done={done} />;
  return (
    <>
      <Choice playerGroupId={playerGroupId} student={student} onMoved={setDone} />
      <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} search={{}} className={buttonClass("quiet")}>
        {m["lessons.backToClass"]()}
      </Link>
    </>
  );
}

function Choice({ playerGroupId, student, onMoved }: ClassMoveScreenProps & { onMoved: (done: Moved) => void }) {
  const [toGroupId, setToGroupId] = useState<string>();
  const params = { playerGroupId };
  const { data, error, refetch, isFormer } = useLastAnswer(checkClassMove, [
    { params, query: toGroupId === undefined ? {} : { toGroupId } },
  ]);
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["classMoves.title"]()}
        error={error}
        text={({ failure }) => failureText(failure, classMoveTexts)}
        onRetry={() => void refetch()}
      >
        {null}
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={m["classMoves.intro"]()}>
        <bdi>{m["classMoves.heading"]({ name: data.groupName })}</bdi>
      </PageHeading>
      {error !== null && <FailureNotice onRetry={() => void refetch()}>{failureText(error.failure, classMoveTexts)}</FailureNotice>}
      {data.students.length + data.players.length === 0 ? (
        <Notice quiet>{m["classMoves.noStudents"]()}</Notice>
      ) : (
        <MoveForm
          check={isFormer ? withoutTarget(data) : data}
          student={student}
          onTarget={setToGroupId}
          onMoved={(result, { names, archivesClass }) => onMoved({ result, names, ...(!archivesClass && { from: data }) })}
        />
      )}
    </>
  );
}

/** Until the portal has answered about a new target, no student is shown as being there already. */
function withoutTarget(check: ClassMoveCheck): ClassMoveCheck {
  return {
    ...check,
    students: check.students.map((student) => ({ ...student, isThere: false })),
    players: check.players.map((player) => ({ ...player, isThere: false })),
  };
}
