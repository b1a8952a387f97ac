import { ApiError } from "#/api/api-error.ts";

/** For a second look that did not succeed: what was shown before it, which says what to do, stays. */
export function stayAsItIs(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
