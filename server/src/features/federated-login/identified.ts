/** A person's identity at a provider, after the provider's answer was checked. */
import type { Provider } from "@storyport/contract/vocabulary";

export interface Identified {
  provider: Provider;
  /** Issuer and subject together are the only key to find an account (DESIGN A18). */
  issuer: string;
  subject: string;
  /** The provider's name for the person, if it sends a name. Shown to its owner, and part of the personal data. Never finds an account. */
  label: string | undefined;
}

/** Staff or student, according to the school. */
export type Affiliation = "STAFF" | "STUDENT";
