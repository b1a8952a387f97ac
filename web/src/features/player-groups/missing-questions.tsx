import { answerMissing } from "@storyport/contract/missing-students";
import type { MissingOfClass } from "@storyport/contract/missing-students";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { hasMovedOn } from "#/shell/has-moved-on.ts";
import { usePortal } from "#/shell/portal.ts";
import { sortByName } from "#/shell/sort-by-name.ts";
import { Button } from "#/ui/button.tsx";
import { ItemList } from "#/ui/item-list.tsx";
import { Question } from "#/ui/question.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { groupTexts } from "./group-texts.ts";

interface MissingQuestionsProps {
  playerGroupId: string;
  missing: readonly MissingOfClass[];
}

/** Asks about each student who is not in the school's own list any more: still here, or gone. */
export function MissingQuestions({ playerGroupId, missing }: MissingQuestionsProps) {
  const { call } = usePortal();
  const save = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<MissingOfClass>();
  const handleAnswer = (playerId: string, answer: "stays" | "left") =>
    void save.act(async () => {
      const pressed = document.activeElement;
      await call(answerMissing, { params: { playerGroupId }, body: { playerIds: [playerId], answer } });
      setLeaving(undefined);
      if (hasMovedOn(pressed)) return;
      // The pressed button goes with its student, and this part with the last student.
      (missing.length > 1 ? heading.current : document.querySelector<HTMLElement>("main h1"))?.focus();
    });
  return (
    <Stack as="section" distance="small">
      <h2 ref={heading} tabIndex={-1}>
        {m["rosters.missing"]()}
      </h2>
      {save.failure !== undefined && <FailureNotice takesFocus={save.failure}>{failureText(save.failure, groupTexts)}</FailureNotice>}
      {leaving !== undefined && (
        <Question
          key={leaving.playerId}
          title={m["rosters.leftQuestion"]({ name: leaving.playerName })}
          yes={m["rosters.leftYes"]()}
          no={m["rosters.leftNo"]()}
          pending={save.isBusy}
          pendingText={m["app.waiting"]()}
          onYes={() => handleAnswer(leaving.playerId, "left")}
          onNo={() => setLeaving(undefined)}
        >
          {m["rosters.leftWarning"]()}
        </Question>
      )}
      <ItemList>
        {sortByName(missing, ({ playerName, playerId }) => [playerName, playerId]).map((student) => (
          <li key={student.playerId}>
            <Row>
              <bdi>{student.playerName}</bdi>
              <Button variant="secondary" size="small" pending={save.isBusy} onClick={() => handleAnswer(student.playerId, "stays")}>
                {m["rosters.stillHere"]()}
                <VisuallyHidden> {student.playerName}</VisuallyHidden>
              </Button>
              <Button variant="secondary" size="small" onClick={() => setLeaving(student)}>
                {m["rosters.hasLeft"]()}
                <VisuallyHidden> {student.playerName}</VisuallyHidden>
              </Button>
            </Row>
          </li>
        ))}
      </ItemList>
    </Stack>
  );
}
