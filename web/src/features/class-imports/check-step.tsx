import { importClass } from "@storyport/contract/class-imports";
import type { ImportResult } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./class-imports.module.css";
import { decisionOn, orderOf, rowsOf } from "./import-draft.ts";
import { ImportRows } from "./import-rows.tsx";
import { importTexts } from "./import-texts.ts";
import { parseList, readings } from "./parse-list.ts";
import type { Reading } from "./parse-list.ts";
import type { DraftState } from "./use-import-draft.ts";
import { useVerdicts } from "./use-verdicts.ts";

interface CheckStepProps {
  state: DraftState;
  onImported: (result: ImportResult) => void;
}

/** The second step: every row with its verdict, to correct, skip or add. */
export function CheckStep({ state, onImported }: CheckStepProps) {
  const { call } = usePortal();
  const { draft, wasKept } = state;
  const verdicts = useVerdicts(draft);
  const commit = useAction();
  // Once the user has pressed the button, the page says what is still wrong.
  const [wasPressed, setWasPressed] = useState(false);
  const judged = verdicts.rows.flatMap((row) => row ?? []);
  const decisions = verdicts.rows.map((row, index) => {
    const listed = draft.rows?.[index];
    return row === undefined || listed === undefined ? undefined : decisionOn(listed, row);
  });
  const count = (wanted: (typeof decisions)[number]) => decisions.filter((decision) => decision === wanted).length;
  const [toAdd, toCorrect] = [count("add"), count("wait")];
  const isStopped = wasPressed && verdicts.isFresh && (toAdd === 0 || toCorrect > 0);

  const handleCommit = () => {
    if (!verdicts.isFresh) return;
    setWasPressed(true);
    if (toAdd === 0 || toCorrect > 0) return;
    void commit.act(async () => onImported(await call(importClass, { body: orderOf(draft, judged) })));
  };
  const isChanged = commit.failure?.code === "errors.importChanged";
  const judgeAgain = useEffectEvent(verdicts.judge);
  useEffect(() => {
    // A colleague changed the class: show the verdicts as they are now.
    if (isChanged) judgeAgain();
  }, [isChanged]);

  return (
    <div className={styles["parts"]}>
      <PageHeading intro={m["classImports.checkIntro"]()}>{m["classImports.checkHeading"]()}</PageHeading>
      {wasKept && <Notice>{m["classImports.kept"]()}</Notice>}
      {draft.reading !== undefined && <ReadingChoice state={state} reading={draft.reading} />}
      {verdicts.check.failure !== undefined && (
        <FailureNotice onRetry={verdicts.judge}>
          {m["classImports.checkFailed"]({ reason: reasonText(verdicts.check.failure, importTexts) })}
        </FailureNotice>
      )}
      <Row role="status">
        <Badge tone="success">{m["classImports.countNew"]({ count: toAdd })}</Badge>
        <Badge>{m["classImports.countHere"]({ count: judged.filter(({ verdict }) => verdict === "already-here").length })}</Badge>
        <Badge tone="accent">
          {m["classImports.countLike"]({ count: judged.filter(({ verdict }) => verdict === "looks-alike").length })}
        </Badge>
        <Badge tone={toCorrect > 0 ? "danger" : "neutral"}>{m["classImports.countWrong"]({ count: toCorrect })}</Badge>
      </Row>
      <ImportRows state={state} verdicts={verdicts} />
      {commit.failure !== undefined && (
        <FailureNotice takesFocus={commit.failure}>
          {m["classImports.commitFailed"]({ reason: reasonText(commit.failure, importTexts) })}
        </FailureNotice>
      )}
      {isStopped && commit.failure === undefined && (
        <Notice takesFocus tone="error">
          {toCorrect > 0 ? m["classImports.correctFirst"]({ count: toCorrect }) : m["classImports.nothingToAdd"]()}
        </Notice>
      )}
      <Row>
        <Button pending={commit.isBusy || !verdicts.isFresh} pendingText={m["app.waiting"]()} onClick={handleCommit}>
          {toAdd === 1 ? m["classImports.commitOne"]() : m["classImports.commit"]({ count: toAdd })}
        </Button>
        <Button variant="secondary" onClick={() => state.change({ rows: undefined })}>
          {m["classImports.changeList"]()}
        </Button>
        <Button variant="quiet" onClick={state.discard}>
          {m["classImports.discard"]()}
        </Button>
      </Row>
    </div>
  );
}

/** Lets the teacher say how a list without a heading row is meant. Reading it again drops corrections. */
function ReadingChoice({ state, reading }: { state: DraftState; reading: Reading }) {
  const names: Record<Reading, string> = {
    parts: m["classImports.readingParts"](),
    lines: m["classImports.readingLines"](),
    lastFirst: m["classImports.readingLastFirst"](),
  };
  const handleChange = (wanted: string) => {
    const chosen = readings.find((each) => each === wanted);
    if (chosen === undefined) return;
    const list = parseList(state.draft.text, chosen);
    if ("students" in list) state.change({ rows: rowsOf(list.students), reading: chosen });
  };
  return (
    <Select
      label={m["classImports.reading"]()}
      options={readings.map((value) => ({ value, label: names[value] }))}
      value={reading}
      onChange={(event) => handleChange(event.currentTarget.value)}
    />
  );
}
