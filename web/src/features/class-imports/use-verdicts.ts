import { checkClassImport } from "@storyport/contract/class-imports";
import type { JudgedRow } from "@storyport/contract/class-imports";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAction } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { checkOf } from "./import-draft.ts";
import type { ImportDraft } from "./import-draft.ts";

/** Milliseconds without a key before a corrected list is judged again. */
const pause = 500;

/** The last verdicts, with the request and its single rows as JSON. They are compared with the present list. */
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
  /** Judges the list again at once, after its import was refused or a check has failed. */
  judge: () => void;
}

/** The verdicts on the rows of a list: judged when the list is read, and again after each correction. */
export function useVerdicts(draft: ImportDraft): Verdicts {
  const { call } = usePortal();
  const check = useAction();
  const [answer, setAnswer] = useState<Answer>();
  const body = checkOf(draft);
  const request = JSON.stringify(body);
  /** The request of the last check. */
  const asked = useRef<string>(undefined);
  const judge = () => {
    void check.act(async () => {
      asked.current = request;
      const { rows } = await call(checkClassImport, { body });
      setAnswer({ request, values: body.rows.map((row) => JSON.stringify(row)), rows });
    });
  };
  const judgeLater = useEffectEvent(judge);
  const isFirst = answer === undefined;
  const isWaiting = check.isBusy;
  const isFresh = answer?.request === request;
  const hasFailed = check.failure !== undefined;
  useEffect(() => {
    // A failed check is repeated by the button or by the next correction, not by itself.
    if (isFresh || isWaiting || (hasFailed && asked.current === request)) return;
    const timer = setTimeout(() => judgeLater(), isFirst && !hasFailed ? 0 : pause);
    return () => clearTimeout(timer);
  }, [request, isFresh, isWaiting, isFirst, hasFailed]);
  return {
    rows: body.rows.map((row, index) => (answer?.values[index] === JSON.stringify(row) ? answer.rows[index] : undefined)),
    isFresh: isFresh && !isWaiting,
    check,
    judge,
  };
}
