/** Who somebody is at a provider, once its answer has been checked. */
import type { Provider } from "@storyport/contract/vocabulary";

export interface Identified {
  provider: Provider;
  /** Together with the subject the only thing an account is found by (DESIGN A18). */
  issuer: string;
  subject: string;
  /** What the provider calls the person. For their own eyes; nothing is ever found by it. */
  label: string | undefined;
}

/** Which side of the desk, as the school says. */
export type Affiliation = "STAFF" | "STUDENT";
