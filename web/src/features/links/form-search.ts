/** What the address says of a form that posted itself before any script ran (DESIGN 8.10). Every page knows how it is read: no texts here. */
export interface FormSearch {
  /** It worked. */
  done?: "1" | undefined;
  /** Why it was refused, and what is known of the cause. */
  error?: string | undefined;
  reason?: string | undefined;
}

/** Reads search params without ever refusing. Named even when there is none: the router keeps what is merely left out. */
export function readFormSearch({ done, error, reason }: Record<string, unknown>): FormSearch {
  return { done: done === "1" ? "1" : undefined, error: readCode(error), reason: readCode(reason) };
}

function readCode(value: unknown): string | undefined {
  return typeof value === "string" && /^errors\.[A-Za-z]{1,60}$/.test(value) ? value : undefined;
}
