import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";

export type LinkCheck<Answer> = { is: "checking" } | { is: "good"; answer: Answer } | { is: "failed"; failure: Failure };

/** Fetches what a link is for, such as its account. A failure is a result too. */
export async function checkLink<Answer>(check: () => Promise<Answer>): Promise<LinkCheck<Answer>> {
  try {
    return { is: "good", answer: await check() };
  } catch (error) {
    return { is: "failed", failure: error instanceof ApiError ? error.failure : unexpected };
  }
}

/** The link's proof, and its game if it has one. */
interface LinkProof {
  code: string;
  gameId?: number;
}

/** Checks as soon as the proof is known, unless the server has sent the result. */
export function useLinkCheck<Answer, Proof extends LinkProof>(
  proof: Proof | undefined,
  ask: (proof: Proof) => Promise<Answer>,
  known: LinkCheck<Answer> | undefined,
) {
  const [found, setFound] = useState<LinkCheck<Answer>>(known ?? { is: "checking" });
  const [attempt, setAttempt] = useState(0);
  const isKnown = known !== undefined && attempt === 0;
  const askNow = useEffectEvent(() => (proof === undefined ? undefined : ask(proof)));
  const { code, gameId } = proof ?? {};
  useEffect(() => {
    if (code === undefined || isKnown) return undefined;
    let isCurrent = true;
    const show = (result: LinkCheck<Answer>) => {
      if (isCurrent) setFound(result);
    };
    const request = askNow();
    if (request !== undefined) void checkLink(() => request).then(show);
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
