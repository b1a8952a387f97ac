/**
 * The login providers, one record each. The vocabulary, the endpoints and their names, the settings and the tests derive from
 * it. It is plain data without the schema library, because pages read it too. For other parts of a provider see
 * CONTRIBUTING.md, "Add a provider".
 */
interface ProviderFacts {
  /** The provider's name, the same in every language. */
  readonly name: string;
  /** The first part of its two addresses below /api/auth, and of its page below /login. */
  readonly path: string;
  /** Whether it answers by a cross-site POST (form_post), with which browsers send no cookies of ours. */
  readonly answersByPost: boolean;
  /** The setting that lists the allowed domains, such as `FEIDE_REALMS`, if the provider sends a domain. If unset, all are allowed. */
  readonly domainsSetting: string | undefined;
}

export const providerFacts = {
  FEIDE: { name: "Feide", path: "feide", answersByPost: false, domainsSetting: "REALMS" },
  GOOGLE: { name: "Google", path: "google", answersByPost: false, domainsSetting: "HOSTED_DOMAINS" },
  APPLE: { name: "Apple", path: "apple", answersByPost: true, domainsSetting: undefined },
} as const satisfies Record<string, ProviderFacts>;

export type Provider = keyof typeof providerFacts;

export const providers = Object.keys(providerFacts).filter((key): key is Provider => Object.hasOwn(providerFacts, key));

/** The login types in the specification's order (section 4): the providers, and the portal's own. */
export const loginTypes = ["PASSWORD", "FEIDE", "GOOGLE", "API", "APPLE", "QRCODE"] as const satisfies readonly (
  | Provider
  | "PASSWORD"
  | "API"
  | "QRCODE"
)[];

/** Makes one entry for each provider. */
export function forEachProvider<T>(make: (provider: Provider, facts: (typeof providerFacts)[Provider]) => T): Record<Provider, T> {
  // The keys are exactly the providers, so the assertion is safe.
  return Object.fromEntries(providers.map((provider) => [provider, make(provider, providerFacts[provider])])) as Record<Provider, T>;
}
