import { useEffect, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";

export type LinkCheck<Answer> = { is: "checking" } | { is: "good"; answer: Answer } | { is: "failed"; failure: Failure };

/** Asks whom a link is for. */
export async function checkLink<Answer>(check: () => Promise<Answer>): Promise<LinkCheck<Answer>> {
  try {
    return { is: "good", answer: await check() };
  } catch (error) {
    return { is: "failed", failure: error instanceof ApiError ? error.failure : unexpected };
  }
}

/** Asks as soon as the proof is known, unless the page came with the answer. `check` must stay the same between renders. */
export function useLinkCheck<Answer>(check: (() => Promise<Answer>) | undefined, known: LinkCheck<Answer> | undefined) {
  const [found, setFound] = useState<LinkCheck<Answer>>(known ?? { is: "checking" });
  const [attempt, setAttempt] = useState(0);
  const isKnown = known !== undefined && attempt === 0;
  useEffect(() => {
    if (check === undefined || isKnown) return undefined;
    let isCurrent = true;
    const settle = (result: LinkCheck<Answer>) => {
      if (isCurrent) setFound(result);
    };
    void checkLink(check).then(settle);
    return () => {
      isCurrent = false;
    };
  }, [check, attempt, isKnown]);
  const retry = () => {
    setFound({ is: "checking" });
    setAttempt(attempt + 1);
  };
  return { found, retry };
}

const unexpected: Failure = { status: 0, statusText: "", code: "errors.unexpected", message: "" };
