/**
 * The login providers. The provider names, the endpoints, the settings and many tests derive from the records in this file. The
 * records are plain data without the schema library, because scripts of pages read them too. CONTRIBUTING.md, "Add a provider",
 * lists the other parts of a provider.
 */

/** The facts of one provider. */
interface ProviderFacts {
  /** The provider's name, the same in every language. */
  readonly name: string;
  /** Its name in addresses: `/api/auth/feide/start`, `/api/auth/feide/callback` and the page `/login/feide`. */
  readonly path: string;
  /** Whether it returns the user by a cross-site POST (form_post). Browsers send no cookies of ours with such a POST. */
  readonly answersByPost: boolean;
  /**
   * The name of the setting for the allowed domains, without its prefix: `REALMS` stands for `FEIDE_REALMS`. Without that setting
   * every domain is allowed. Undefined if the provider sends no domain.
   */
  readonly domainsSetting: string | undefined;
}

export const providerFacts = {
  FEIDE: { name: "Feide", path: "feide", answersByPost: false, domainsSetting: "REALMS" },
  GOOGLE: { name: "Google", path: "google", answersByPost: false, domainsSetting: "HOSTED_DOMAINS" },
  APPLE: { name: "Apple", path: "apple", answersByPost: true, domainsSetting: undefined },
} as const satisfies Record<string, ProviderFacts>;

export type Provider = keyof typeof providerFacts;

/** The keys of the records. The filter lets all of them through; it only narrows their type. */
export const providers = Object.keys(providerFacts).filter((key): key is Provider => Object.hasOwn(providerFacts, key));

/**
 * The login types in the specification's order (section 4): the providers, and three others. API is for programs, and the portal
 * offers no such login.
 */
export const loginTypes = ["PASSWORD", "FEIDE", "GOOGLE", "API", "APPLE", "QRCODE"] as const satisfies readonly (
  | Provider
  | "PASSWORD"
  | "API"
  | "QRCODE"
)[];

/** Returns a record with one value for each provider, such as its endpoint. */
export function forEachProvider<T>(make: (provider: Provider, facts: (typeof providerFacts)[Provider]) => T): Record<Provider, T> {
  // The keys are exactly the providers, so the assertion is safe.
  return Object.fromEntries(providers.map((provider) => [provider, make(provider, providerFacts[provider])])) as Record<Provider, T>;
}
