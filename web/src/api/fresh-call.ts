import type { Endpoint, ResponseOf } from "@storyport/contract/endpoint";
import type { Call } from "./call.ts";

/** Shares the answer of a call without input while it is fresh. So the parts of one page fetch it once. */
export interface FreshCall {
  get<E extends Endpoint>(endpoint: E, maxAgeMs: number): Promise<ResponseOf<E>>;
  /** Drops everything, so that the next user cannot see it. */
  forget(): void;
}

interface Kept {
  since: number;
  answer: Promise<unknown>;
}

/** Failures are shared only while in flight, so that a retry sends a new request. */
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
    forget: () => kept.clear(),
  };
}
