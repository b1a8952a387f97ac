import { applyRoster, discardRoster, getRosterRun } from "@storyport/contract/rosters";
import type { RosterAnswer, RosterRunClass } from "@storyport/contract/rosters";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { isAbsent, MissingPage } from "#/shell/missing-page.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { RosterCountBadges } from "./roster-counts.tsx";
import { rosterRefusals, statusTexts } from "./roster-texts.ts";
import { RunClass } from "./run-class.tsx";
import type { Answers } from "./run-class.tsx";

/** The changes of one list, class by class, with the questions and the decision. */
export function RunScreen({ runId }: { runId: string }) {
  const { data, error, refetch } = useEndpoint(getRosterRun, { params: { runId } });
  const title = m["rosters.changes"]();
  if (data === undefined) {
    return (
      <MissingPage
        heading={title}
        error={error}
        text={(one) => (isAbsent(one) ? m["errors.notFound"]() : failureText(one.failure, rosterRefusals))}
        onRetry={() => void refetch()}
      >
        <Link to="/organizations" className={buttonClass("quiet")}>
          {m["organizations.back"]()}
        </Link>
      </MissingPage>
    );
  }
  const { run, classes } = data;
  const isWaiting = run.status === "CHECKED" || run.status === "STOPPED";
  return (
    <Stack>
      <PageHeading intro={isWaiting ? m["rosters.changesIntro"]() : statusTexts[run.status]()}>{title}</PageHeading>
      <RosterCountBadges counts={run.counts} />
      {/* Other changes have another digest, so the answers to the former questions are dropped. */}
      {isWaiting ? (
        <Decision key={data.digest} shown={data} onChanged={() => void refetch()} />
      ) : (
        <ClassList runId={run.id} classes={classes} />
      )}
      <Link to="/rosters/$organizationId" params={{ organizationId: run.organizationId }} className={buttonClass("quiet")}>
        {m["rosters.back"]()}
      </Link>
    </Stack>
  );
}

interface ClassListProps {
  runId: string;
  classes: readonly RosterRunClass[];
  answers?: Answers;
}

function ClassList({ runId, classes, answers }: ClassListProps) {
  if (classes.length === 0) return <Notice>{m["rosters.nothing"]()}</Notice>;
  return (
    <Stack>
      {classes.map((runClass) => (
        <RunClass key={runClass.position} runId={runId} runClass={runClass} answers={answers} />
      ))}
    </Stack>
  );
}

function Decision({ shown, onChanged }: { shown: ResponseOf<typeof getRosterRun>; onChanged: () => void }) {
  const { run, digest, classes } = shown;
  const { call } = usePortal();
  const navigate = useNavigate();
  const apply = useAction();
  const [chosen, setChosen] = useState<ReadonlyMap<number, RosterAnswer>>(new Map());
  const [allowsLoss, setAllowsLoss] = useState(false);
  const params = { runId: run.id };
  const decide = (work: () => Promise<unknown>) =>
    void apply
      .act(async () => {
        await work();
        await navigate({ to: "/rosters/$organizationId", params: { organizationId: run.organizationId } });
      })
      // After a refusal the page shows the changes as they are now.
      .then((isDone) => isDone || onChanged());
  const handleApply = () => {
    const answers = [...chosen].map(([position, answer]) => ({ position, answer }));
    decide(() => call(applyRoster, { params, body: { digest, allowsLoss, answers } }));
  };
  const choose = (position: number, answer: RosterAnswer) => setChosen((former) => new Map([...former, [position, answer]]));
  return (
    <>
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
      <ClassList runId={run.id} classes={classes} answers={{ chosen, choose }} />
      {apply.failure !== undefined && (
        <FailureNotice takesFocus={apply.failure}>
          {m["rosters.applyFailed"]({ reason: reasonText(apply.failure, rosterRefusals) })}
        </FailureNotice>
      )}
      <Row>
        <Button pending={apply.isBusy} pendingText={m["rosters.applying"]()} onClick={handleApply}>
          {m["rosters.apply"]()}
        </Button>
        <Button variant="quiet" onClick={() => decide(() => call(discardRoster, { params, body: {} }))}>
          {m["rosters.discard"]()}
        </Button>
      </Row>
    </>
  );
}
