import { useEffect, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";

export type LinkCheck<Answer> = { is: "checking" } | { is: "good"; answer: Answer } | { is: "failed"; failure: Failure };

/** Asks whom a link is for, as soon as its proof is known. `check` must stay the same between renders. */
export function useLinkCheck<Answer>(check: (() => Promise<Answer>) | undefined) {
  const [found, setFound] = useState<LinkCheck<Answer>>({ is: "checking" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (check === undefined) return undefined;
    let isCurrent = true;
    const settle = (result: LinkCheck<Answer>) => {
      if (isCurrent) setFound(result);
    };
    check().then(
      (answer) => settle({ is: "good", answer }),
      (error: unknown) => settle({ is: "failed", failure: error instanceof ApiError ? error.failure : unexpected }),
    );
    return () => {
      isCurrent = false;
    };
  }, [check, attempt]);
  const retry = () => {
    setFound({ is: "checking" });
    setAttempt(attempt + 1);
  };
  return { found, retry };
}

const unexpected: Failure = { status: 0, statusText: "", code: "errors.unexpected", message: "" };
