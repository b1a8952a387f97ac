import { m } from "@storyport/texts/messages";
import type { Failure } from "./api-error.ts";

/**
 * A failure of which only the code is known, for example from the page's address. A stranger may have written that address, so only codes
 * that have a text here show more than `message`. No text shows its status 0.
 */
export function failureOfCode(code: string, message: string = m["login.tryAgainText"]()): Failure {
  return { status: 0, statusText: "", code, message };
}
