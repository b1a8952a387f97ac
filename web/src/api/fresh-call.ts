import type { Endpoint, ResponseOf } from "@storyport/contract/endpoint";
import type { Call } from "./call.ts";

/** A call without input whose answer is shared while it is fresh: the parts of one page ask the same thing once. */
export interface FreshCall {
  get<E extends Endpoint>(endpoint: E, maxAgeMs: number): Promise<ResponseOf<E>>;
  /** Keeps an answer that came with another call, such as the account that a login answers with. */
  keep<E extends Endpoint>(endpoint: E, answer: ResponseOf<E>): void;
  /** Drops everything: whoever comes next must not see it. */
  forget(): void;
}

interface Kept {
  since: number;
  answer: Promise<unknown>;
}

/** Failures are shared only while they are under way, so that a retry asks again. */
export function createFreshCall(call: Call, now: () => number): FreshCall {
  const kept = new Map<Endpoint, Kept>();
  return {
    get(endpoint, maxAgeMs) {
      const known = kept.get(endpoint);
      if (known !== undefined && now() - known.since < maxAgeMs) return known.answer as Promise<ResponseOf<typeof endpoint>>;
      const answer = call<Endpoint>(endpoint) as Promise<ResponseOf<typeof endpoint>>;
      const entry = { since: now(), answer };
      kept.set(endpoint, entry);
      answer.catch(() => kept.get(endpoint) === entry && kept.delete(endpoint));
      return answer;
    },
    keep: (endpoint, answer) => void kept.set(endpoint, { since: now(), answer: Promise.resolve(answer) }),
    forget: () => kept.clear(),
  };
}
