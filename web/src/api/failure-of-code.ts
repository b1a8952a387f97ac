import { m } from "@storyport/texts/messages";
import type { Failure } from "./api-error.ts";

/** A failure that the page was told of in its address. Anyone can write one there, so only codes that the screen knows say more than `message`. */
export function failureOfCode(code: string, message: string = m["login.tryAgainText"]()): Failure {
  return { status: 0, statusText: "", code, message };
}
