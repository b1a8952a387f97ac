import { m } from "@storyport/texts/messages";
import type { Failure } from "./api-error.ts";

/**
 * A failure of which only the code is known, for example from the page's address. A stranger may have written that address, so a code
 * without a text on the page shows `message` alone. No text shows its status 0.
 */
export function failureOfCode(code: string, message: string = m["login.tryAgainText"]()): Failure {
  return { status: 0, statusText: "", code, message };
}
