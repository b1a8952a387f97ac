import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import type { LinkSearch } from "./link-search.ts";

export type LinkCheck<Answer> = { is: "checking" } | { is: "good"; answer: Answer } | { is: "failed"; failure: Failure };

/** Asks whom a link is for. */
export async function checkLink<Answer>(check: () => Promise<Answer>): Promise<LinkCheck<Answer>> {
  try {
    return { is: "good", answer: await check() };
  } catch (error) {
    return { is: "failed", failure: error instanceof ApiError ? error.failure : unexpected };
  }
}

/** Asks as soon as the proof is known, unless the page came with the answer. */
export function useLinkCheck<Answer>(
  proof: Required<LinkSearch> | undefined,
  ask: (proof: Required<LinkSearch>) => Promise<Answer>,
  known: LinkCheck<Answer> | undefined,
) {
  const [found, setFound] = useState<LinkCheck<Answer>>(known ?? { is: "checking" });
  const [attempt, setAttempt] = useState(0);
  const isKnown = known !== undefined && attempt === 0;
  const askNow = useEffectEvent(ask);
  const { code, gameId } = proof ?? {};
  useEffect(() => {
    if (code === undefined || gameId === undefined || isKnown) return undefined;
    let isCurrent = true;
    const settle = (result: LinkCheck<Answer>) => {
      if (isCurrent) setFound(result);
    };
    void checkLink(() => askNow({ code, gameId })).then(settle);
    return () => {
      isCurrent = false;
    };
  }, [code, gameId, attempt, isKnown]);
  const retry = () => {
    setFound({ is: "checking" });
    setAttempt(attempt + 1);
  };
  return { found, retry };
}

const unexpected: Failure = { status: 0, statusText: "", code: "errors.unexpected", message: "" };
