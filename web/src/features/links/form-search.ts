import { readCode } from "#/api/read-code.ts";

/** What the address says of a form that posted itself before any script ran (DESIGN 8.10). */
export interface FormSearch {
  /** It worked. */
  done?: "1" | undefined;
  /** Why it was refused, and what is known of the cause. */
  error?: string | undefined;
  reason?: string | undefined;
}

/** Reads search params without ever refusing. */
export function readFormSearch({ done, error, reason }: Record<string, unknown>): FormSearch {
  return { done: done === "1" ? "1" : undefined, error: readCode(error), reason: readCode(reason) };
}
