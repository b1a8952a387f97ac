import type { CheckedAnswer } from "./check-answer.ts";
import type { FeidePerson } from "./read-feide-person.ts";

/** An answer that was checked, with what the school adds to it. */
export interface Arrival extends CheckedAnswer {
  feide: FeidePerson | undefined;
}
