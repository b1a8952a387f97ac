/** What the portal asks of each provider. All other facts about a provider are in the contract's record of it. */
import type { Provider } from "@storyport/contract/providers";

interface ProviderRules {
  /** Sent with each request. We ask only for data that we use. */
  readonly request: Readonly<Record<string, string> & { scope: string }>;
  /**
   * Whether logging out here also logs out there. A school's computer is shared: without it the next person would be logged in
   * as the last.
   */
  readonly endsThere: boolean;
  /** Whether the provider has an endpoint for the school's data about a person, affiliation and entitlements. */
  readonly vouchesForRole: boolean;
}

export const providerRules: Readonly<Record<Provider, ProviderRules>> = {
  FEIDE: { request: { scope: "openid userid-feide groups-org userinfo-entitlement" }, endsThere: true, vouchesForRole: true },
  // Without the prompt Google would log in the last user of this browser. The account is private, so it stays logged in.
  GOOGLE: { request: { scope: "openid email", prompt: "select_account" }, endsThere: false, vouchesForRole: false },
  // Apple sends the e-mail address only by form post.
  APPLE: { request: { scope: "openid name email", response_mode: "form_post" }, endsThere: false, vouchesForRole: false },
};
