import { checkClassImport } from "@storyport/contract/class-imports";
import type { JudgedRow } from "@storyport/contract/class-imports";
import { useEffect, useEffectEvent, useState } from "react";
import { useAction } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { checkOf } from "./import-draft.ts";
import type { ImportDraft } from "./import-draft.ts";

/** Milliseconds without a key before a corrected list is judged again. */
const pause = 500;

interface Answer {
  request: string;
  values: string[];
  rows: JudgedRow[];
}

export interface Verdicts {
  /** In the order of the rows; undefined for a row that has changed since. */
  rows: readonly (JudgedRow | undefined)[];
  /** Every verdict is about the list as it is. */
  isFresh: boolean;
  check: Action;
  /** Judges the list again at once, after it was refused. */
  judge: () => void;
}

/** The verdicts on the rows of a list: judged when the list is read, and again after each correction. */
export function useVerdicts(draft: ImportDraft): Verdicts {
  const { call } = usePortal();
  const check = useAction();
  const [answer, setAnswer] = useState<Answer>();
  const body = checkOf(draft);
  const request = JSON.stringify(body);
  const judge = () => {
    const asked = body;
    void check.act(async () => {
      const { rows } = await call(checkClassImport, { body: asked });
      setAnswer({ request: JSON.stringify(asked), values: asked.rows.map((row) => JSON.stringify(row)), rows });
    });
  };
  const judgeLater = useEffectEvent(judge);
  const isFirst = answer === undefined;
  const isWaiting = check.isBusy;
  const isFresh = answer?.request === request;
  const hasFailed = check.failure !== undefined;
  useEffect(() => {
    if (isFresh || isWaiting) return;
    const timer = setTimeout(() => judgeLater(), isFirst && !hasFailed ? 0 : pause);
    return () => clearTimeout(timer);
    // A failed check is repeated by the button or by the next correction, not by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [request, isWaiting]);
  return {
    rows: body.rows.map((row, index) => (answer?.values[index] === JSON.stringify(row) ? answer.rows[index] : undefined)),
    isFresh: isFresh && !isWaiting,
    check,
    judge,
  };
}
