/**
 * The outside login providers: one record each. From it come the vocabulary, the endpoints and their names, the settings, and what the
 * tests try. Data alone, without the schema library: the pages read it too. What else a provider needs: CONTRIBUTING.md, "Add a provider".
 */
interface ProviderFacts {
  /** Its own name, the same in every language. */
  readonly name: string;
  /** The first part of its two addresses below /api/auth, and of its page below /login. */
  readonly path: string;
  /** Whether it answers by a cross-site POST, with which a browser sends no cookies of ours (form_post). */
  readonly answersByPost: boolean;
  /** The setting that names the domains whose people are let in, as `FEIDE_REALMS`, where it tells a domain. Not set, all are. */
  readonly domainsSetting: string | undefined;
}

export const providerFacts = {
  FEIDE: { name: "Feide", path: "feide", answersByPost: false, domainsSetting: "REALMS" },
  GOOGLE: { name: "Google", path: "google", answersByPost: false, domainsSetting: "HOSTED_DOMAINS" },
  APPLE: { name: "Apple", path: "apple", answersByPost: true, domainsSetting: undefined },
} as const satisfies Record<string, ProviderFacts>;

export type Provider = keyof typeof providerFacts;

export const providers = Object.keys(providerFacts).filter((key): key is Provider => Object.hasOwn(providerFacts, key));

/** The ways to log in, in the specification's order (section 4): the providers, and the portal's own. */
export const loginTypes = ["PASSWORD", "FEIDE", "GOOGLE", "API", "APPLE", "QRCODE"] as const satisfies readonly (
  | Provider
  | "PASSWORD"
  | "API"
  | "QRCODE"
)[];

/** One entry for each provider. */
export function forEachProvider<T>(make: (provider: Provider, facts: (typeof providerFacts)[Provider]) => T): Record<Provider, T> {
  // The keys are the providers', so that the object has exactly their entries.
  return Object.fromEntries(providers.map((provider) => [provider, make(provider, providerFacts[provider])])) as Record<Provider, T>;
}
