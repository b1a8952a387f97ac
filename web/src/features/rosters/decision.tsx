import { applyRoster, discardRoster } from "@storyport/contract/rosters";
import type { RosterAnswer, RosterReason, getRosterRun } from "@storyport/contract/rosters";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { AnswersForAll } from "./answers-for-all.tsx";
import { ClassList } from "./class-list.tsx";
import { rosterRefusals } from "./roster-texts.ts";
import type { Chosen } from "./run-class.tsx";
import { RunProgress } from "./run-progress.tsx";

interface DecisionProps {
  shown: ResponseOf<typeof getRosterRun>;
  /** Fetches the run again. */
  onLook: (options?: { cancelRefetch: boolean }) => unknown;
}

/** The changes of a list that waits, with its questions, and the buttons that decide. While the list is applied, how far it is. */
export function Decision({ shown, onLook }: DecisionProps) {
  const apply = useAction();
  const discard = useAction();
  // Other changes have another digest, so the former answers are dropped. `errors.rosterChanged` says why, so this refusal stays until the
  // digest changes once more.
  const explained = useRef<Failure>(undefined);
  const forgetRefusals = useEffectEvent(() => {
    for (const { failure, forget } of [apply, discard]) {
      if (failure === undefined) continue;
      if (failure.code !== "errors.rosterChanged" || failure === explained.current) forget();
      explained.current = failure;
    }
  });
  useEffect(() => forgetRefusals(), [shown.digest]);
  return <Choices key={shown.digest} shown={shown} onLook={onLook} apply={apply} discard={discard} />;
}

function Choices({ shown, onLook, apply, discard }: DecisionProps & Record<"apply" | "discard", Action>) {
  const { run, digest, classes, questions } = shown;
  const { call } = usePortal();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map());
  const [forAll, setForAll] = useState<ReadonlyMap<RosterReason, RosterAnswer>>(new Map());
  const [allowsLoss, setAllowsLoss] = useState(false);
  const params = { runId: run.id };
  // A user who goes on answering has read the refusal.
  const forgetRefusals = () => [apply, discard].forEach(({ failure, forget }) => failure !== undefined && forget());
  const decide = (action: Action, other: Action, work: () => Promise<unknown>) => {
    if (other.isBusy) return;
    other.forget();
    void action
      .act(async () => {
        await work();
        await navigate({ to: "/rosters/$organizationId", params: { organizationId: run.organizationId } });
      })
      // After a refusal the page shows the changes as they are now.
      .then((isDone) => isDone || onLook());
  };
  const handleApply = () => {
    const body = {
      digest,
      allowsLoss,
      answers: [...chosen].map(([position, { answer }]) => ({ position, answer })),
      forAll: [...forAll].map(([reason, answer]) => ({ reason, answer })),
    };
    decide(apply, discard, () => call(applyRoster, { params, body }));
  };
  const answers = {
    chosen,
    forAll,
    choose: (change: Chosen["change"], answer: RosterAnswer) => {
      forgetRefusals();
      setChosen((former) => new Map([...former, [change.position, { change, answer }]]));
    },
  };
  const handleForAll = (reason: RosterReason, answer: RosterAnswer | undefined) => {
    forgetRefusals();
    setForAll(
      (former) =>
        new Map([...[...former].filter(([each]) => each !== reason), ...(answer === undefined ? [] : [[reason, answer] as const])]),
    );
  };
  // Both lists of classes below have the same key, so that open classes stay open.
  if (apply.isBusy || run.progress?.isRunning === true) {
    // The pressed button is gone. It is also gone if the press was refused because another page applies the list.
    return (
      <>
        <RunProgress progress={run.progress} onLook={onLook} takesFocus={apply.isBusy || apply.failure !== undefined} />
        <ClassList key="classes" runId={run.id} classes={classes} />
      </>
    );
  }
  return (
    <>
      {run.progress !== undefined && <Notice tone="error">{m["rosters.endedHalfWay"]({ at: formatMoment(run.progress.at) })}</Notice>}
      {run.status === "STOPPED" && (
        <>
          <Notice tone="error">{m["rosters.stopped"]()}</Notice>
          <Checkbox
            label={m["rosters.allowLoss"]()}
            checked={allowsLoss}
            onChange={(event) => setAllowsLoss(event.currentTarget.checked)}
          />
        </>
      )}
      <AnswersForAll questions={questions} answers={answers} onChoose={handleForAll} />
      <ClassList key="classes" runId={run.id} classes={classes} answers={answers} />
      <Failed of={apply} />
      <Failed of={discard} />
      <Row>
        <Button onClick={handleApply}>{m["rosters.apply"]()}</Button>
        <Button
          variant="quiet"
          pending={discard.isBusy}
          pendingText={m["app.waiting"]()}
          onClick={() => decide(discard, apply, () => call(discardRoster, { params, body: {} }))}
        >
          {m["rosters.discard"]()}
        </Button>
      </Row>
    </>
  );
}

function Failed({ of: { failure } }: { of: Action }) {
  if (failure === undefined) return null;
  return <FailureNotice takesFocus={failure}>{m["rosters.applyFailed"]({ reason: reasonText(failure, rosterRefusals) })}</FailureNotice>;
}
