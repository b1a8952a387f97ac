import { listRosterChanges } from "@storyport/contract/rosters";
import type { RosterAnswer, RosterChange, RosterReason, RosterRunClass } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { ItemList } from "#/ui/item-list.tsx";
import { Select } from "#/ui/select.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { answerText, changeText } from "./change-text.ts";
import { RosterCountBadges } from "./roster-counts.tsx";
import { rosterRefusals } from "./roster-texts.ts";

/** An answer that the person chose for one question. */
export interface Chosen {
  change: RosterChange;
  answer: RosterAnswer;
}

export interface Answers {
  /** By the position of the question. They win over the answers for all. */
  chosen: ReadonlyMap<number, Chosen>;
  forAll: ReadonlyMap<RosterReason, RosterAnswer>;
  choose: (change: RosterChange, answer: RosterAnswer) => void;
}

interface RunClassProps {
  runId: string;
  runClass: RosterRunClass;
  startsOpen: boolean;
  /** Undefined while the run is applied, and once it is decided: its questions are only shown. */
  answers: Answers | undefined;
}

/** One class of a list. Its changes are fetched when it opens. */
export function RunClass({ runId, runClass, startsOpen, answers }: RunClassProps) {
  // `stops`: more of the class would leave than `limits.rosters` allows, a fifth in seven days. So the user must say that this is right.
  const { className, counts, questions, stops } = runClass;
  const [isOpen, setIsOpen] = useState(startsOpen);
  const heading = useRef<HTMLHeadingElement>(null);
  const handleOpen = () => {
    setIsOpen(true);
    // The pressed button goes.
    heading.current?.focus();
  };
  return (
    <Stack as="section" distance="small">
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{className.trim() === "" ? m["rosters.classWithoutName"]() : className}</bdi>
      </h2>
      <Row>
        <RosterCountBadges counts={counts} />
        {questions > 0 && <Badge tone="accent">{m["rosters.questions"]({ count: questions })}</Badge>}
        {stops && <Badge tone="danger">{m["rosters.stops"]()}</Badge>}
        {!isOpen && (
          <Button variant="secondary" size="small" onClick={handleOpen}>
            {m["rosters.open"]()}
          </Button>
        )}
      </Row>
      {isOpen && <Changes runId={runId} position={runClass.position} answers={answers} />}
    </Stack>
  );
}

function Changes({ runId, position, answers }: { runId: string; position: number; answers: Answers | undefined }) {
  const { data, error, refetch } = useEndpoint(listRosterChanges, { params: { runId }, query: { position: String(position) } });
  if (data === undefined) {
    return error === null ? (
      <Pending>{m["app.waiting"]()}</Pending>
    ) : (
      <FailureNotice onRetry={() => void refetch()}>
        {m["rosters.failed"]({ reason: reasonText(error.failure, rosterRefusals) })}
      </FailureNotice>
    );
  }
  return (
    <ItemList>
      {data.map((change) => (
        <li key={change.position}>
          <Stack distance="small">
            <span>
              <strong>
                <bdi>{change.name}</bdi>
              </strong>
              {" – "}
              {changeText(change)}
            </span>
            {answers !== undefined && change.answers.length > 0 && <Question change={change} answers={answers} />}
          </Stack>
        </li>
      ))}
    </ItemList>
  );
}

function Question({ change, answers: { chosen, forAll, choose } }: { change: RosterChange; answers: Answers }) {
  const handleChange = (value: string) => {
    const answer = change.answers.find((each) => each === value);
    if (answer !== undefined) choose(change, answer);
  };
  const common = change.reason && forAll.get(change.reason);
  const inherited = common !== undefined && change.answers.includes(common) ? common : "skip";
  const answer = chosen.get(change.position)?.answer ?? inherited;
  // With the answer `other` the class is a new class, and these students of the former class go on to it.
  const { goingAlong = 0 } = change;
  return (
    <Stack distance="small">
      {/* The server names `skip` last. It stands first here, because it is chosen until the user answers. */}
      <Select
        label={m["rosters.answer"]({ name: change.name })}
        options={[...change.answers].toReversed().map((value: RosterAnswer) => ({ value, label: answerText(change, value) }))}
        value={answer}
        onChange={(event) => handleChange(event.currentTarget.value)}
      />
      {goingAlong > 0 && <p role="status">{answer === "other" && m["rosters.goingAlong"]({ count: goingAlong })}</p>}
    </Stack>
  );
}
