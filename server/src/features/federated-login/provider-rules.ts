import type { Provider } from "@storyport/contract/providers";

interface ProviderRules {
  /** Sent with each request. We ask only for data that we use. */
  readonly request: Readonly<Record<string, string> & { scope: string }>;
  /**
   * Added to `request` when a user confirms the login: the provider must ask again (OpenID Connect Core 3.1.2.1). It replaces values with
   * the same name.
   */
  readonly confirmation: Readonly<Record<string, string>>;
  /**
   * Whether the ID token must say by `auth_time` when the provider last asked the user. Without it a login counts as old, and a
   * confirmation is refused. Google and Apple promise no such time, so a confirmation there is believed.
   */
  readonly provesLoginTime: boolean;
  /**
   * Whether a logout from the portal also ends the login at the provider. Otherwise the next person at a school's shared computer would
   * be logged in as the last.
   */
  readonly endsThere: boolean;
  /** Whether the provider has an endpoint for the school's data about a person, affiliation and entitlements. */
  readonly vouchesForRole: boolean;
}

/** What the portal asks of each provider. All other facts about a provider are in the contract's record of it. */
export const providerRules: Readonly<Record<Provider, ProviderRules>> = {
  FEIDE: {
    // The attribute groups of what `readFeidePerson` reads: principal name, affiliation and entitlements.
    // With `max_age` Feide tells when it last asked the user (`auth_time`). It asks again only after a day.
    request: { scope: "openid userid-feide groups-org userinfo-entitlement", max_age: "86400" },
    confirmation: { prompt: "login", max_age: "0" },
    provesLoginTime: true,
    endsThere: true,
    vouchesForRole: true,
  },
  GOOGLE: {
    // Without the prompt Google would log in the last user of this browser. The account is private, so it stays logged in.
    request: { scope: "openid email", prompt: "select_account" },
    // Google knows no `prompt=login`.
    confirmation: { max_age: "0" },
    provesLoginTime: false,
    endsThere: false,
    vouchesForRole: false,
  },
  APPLE: {
    // Apple sends the e-mail address only by form post.
    request: { scope: "openid email", response_mode: "form_post" },
    // Apple asks every time.
    confirmation: {},
    provesLoginTime: false,
    endsThere: false,
    vouchesForRole: false,
  },
};
