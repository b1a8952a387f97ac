import { importClass } from "@storyport/contract/class-imports";
import type { ImportResult, RowFault } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./class-imports.module.css";
import { DiscardList } from "./discard-list.tsx";
import { decisionOn, orderOf, rowsOf } from "./import-draft.ts";
import { fieldId, ImportRows } from "./import-rows.tsx";
import { importTexts } from "./import-texts.ts";
import { parseList, readings } from "./parse-list.ts";
import type { Reading } from "./parse-list.ts";
import type { DraftState } from "./use-import-draft.ts";
import { useVerdicts } from "./use-verdicts.ts";
import { faultyField } from "./verdict-text.ts";

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
  // Chosen once, so that a row stays while it is corrected.
  const [only, setOnly] = useState<ReadonlySet<number>>();
  const judged = verdicts.rows.flatMap((row) => row ?? []);
  const decisions = verdicts.rows.map((row, index) => {
    const listed = draft.rows?.[index];
    return row === undefined || listed === undefined ? undefined : decisionOn(listed, row);
  });
  const count = (wanted: (typeof decisions)[number]) => decisions.filter((decision) => decision === wanted).length;
  const [toAdd, toCorrect] = [count("add"), count("wait")];
  const like = judged.filter(({ verdict }) => verdict === "looks-alike").length;
  const waiting = (draft.rows ?? []).flatMap(({ key }, index): WaitingRow[] =>
    decisions[index] === "wait" ? [{ key, number: String(index + 1), fault: verdicts.rows[index]?.faults[0] }] : [],
  );
  const isStopped = wasPressed && verdicts.isFresh && (toAdd === 0 || toCorrect > 0);

  const handleCommit = () => {
    if (!verdicts.isFresh) return;
    setWasPressed(true);
    if (toAdd === 0 || toCorrect > 0) return;
    void commit.act(async () => onImported(await call(importClass, { body: orderOf(draft, judged) })));
  };
  const handleGo = ({ key, number, fault }: WaitingRow) => {
    // The row may be hidden.
    if (only?.has(key) === false) flushSync(() => setOnly(undefined));
    document.getElementById(fieldId(fault === undefined ? "name" : faultyField[fault], number))?.focus();
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
        <Badge tone={toAdd > 0 ? "success" : "neutral"}>{m["classImports.countNew"]({ count: toAdd })}</Badge>
        <Badge>{m["classImports.countHere"]({ count: judged.filter(({ verdict }) => verdict === "already-here").length })}</Badge>
        <Badge tone={like > 0 ? "accent" : "neutral"}>{m["classImports.countLike"]({ count: like })}</Badge>
        <Badge tone={toCorrect > 0 ? "danger" : "neutral"}>{m["classImports.countWrong"]({ count: toCorrect })}</Badge>
      </Row>
      {(toCorrect > 0 || only !== undefined) && (
        <Checkbox
          label={m["classImports.onlyWrong"]()}
          checked={only !== undefined}
          onChange={({ currentTarget }) => setOnly(currentTarget.checked ? new Set(waiting.map(({ key }) => key)) : undefined)}
        />
      )}
      <ImportRows state={state} verdicts={verdicts} only={only} />
      {commit.failure !== undefined && (
        <FailureNotice takesFocus={commit.failure}>
          {m["classImports.commitFailed"]({ reason: reasonText(commit.failure, importTexts) })}
        </FailureNotice>
      )}
      {isStopped && commit.failure === undefined && (
        <Notice takesFocus tone="error">
          {toCorrect > 0 ? m["classImports.correctFirst"]({ count: toCorrect }) : m["classImports.nothingToAdd"]()}
          {toCorrect > 0 && <WaitingRows rows={waiting} onGo={handleGo} />}
        </Notice>
      )}
      <div className={styles["commit"]}>
        <Button pending={commit.isBusy || !verdicts.isFresh} pendingText={m["app.waiting"]()} onClick={handleCommit}>
          {toAdd === 1 ? m["classImports.commitOne"]() : m["classImports.commit"]({ count: toAdd })}
        </Button>
      </div>
      <Row>
        <Button variant="secondary" onClick={() => state.change({ rows: undefined })}>
          {m["classImports.changeList"]()}
        </Button>
        <DiscardList onDiscard={state.discard} />
      </Row>
    </div>
  );
}

interface WaitingRow {
  key: number;
  /** The row's place in the list, from 1. */
  number: string;
  fault: RowFault | undefined;
}

/** More are found by the filter. */
const mostWaiting = 10;

/** Leads to the first rows that stop the import. */
function WaitingRows({ rows, onGo }: { rows: readonly WaitingRow[]; onGo: (row: WaitingRow) => void }) {
  return (
    <Row className={styles["waiting"]}>
      {rows.slice(0, mostWaiting).map((row) => (
        <Button key={row.key} variant="secondary" size="small" onClick={() => onGo(row)}>
          {m["classImports.row"]({ row: row.number })}
        </Button>
      ))}
    </Row>
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
