import { readCode } from "#/api/read-code.ts";

/** What the address says about a form that was submitted without a script (DESIGN 8.10). */
export interface FormSearch {
  /** Set after success. */
  done?: "1" | undefined;
  /** The code of the refusal, and of its cause if known. */
  error?: string | undefined;
  reason?: string | undefined;
}

/** Reads search params; never throws. */
export function readFormSearch({ done, error, reason }: Record<string, unknown>): FormSearch {
  return { done: done === "1" ? "1" : undefined, error: readCode(error), reason: readCode(reason) };
}
