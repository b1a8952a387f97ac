import { cookieNames } from "@storyport/contract/limits";
import type { Cookies } from "#/api/cookies.ts";
import { readCode } from "#/api/read-code.ts";

/** What the address says about a form that was submitted without a script (DESIGN 8.10). */
export interface FormSearch {
  /** Set after success. */
  done?: "1" | undefined;
  /** The code of the refusal, and of its cause if known. */
  error?: string | undefined;
  reason?: string | undefined;
}

/**
 * Reads search params; never throws. A link on another site must not say that an account has been deleted. So a success also needs the cookie
 * that the server sets for this page when it takes the form.
 */
export function readFormSearch({ search, cookies }: { search: Record<string, unknown>; cookies: Pick<Cookies, "read"> }): FormSearch {
  const { done, error, reason } = search;
  const isDone = done === "1" && cookies.read(cookieNames.formDone) !== undefined;
  return { done: isDone ? "1" : undefined, error: readCode(error), reason: readCode(reason) };
}
