import type { CheckedAnswer } from "./check-answer.ts";
import type { FeidePerson } from "./read-feide-person.ts";

/** A checked answer with the school's details about the person. */
export interface Arrival extends CheckedAnswer {
  /** Undefined for any provider but Feide. */
  feide: FeidePerson | undefined;
}
