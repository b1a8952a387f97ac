/** What we ask of each provider, and how far we go along with it. What else is to be known of one is its record in the contract. */
import type { Provider } from "@storyport/contract/providers";

interface ProviderRules {
  /** Sent with each request. What we ask for is what we use. */
  readonly request: Readonly<Record<string, string>>;
  /** Whether logging out here leads to its own logout: a school's computer is shared, and the next person would be let in as the last. */
  readonly endsThere: boolean;
  /** Whether it tells, at an address of its own, what the school says of a person: affiliation and entitlements. */
  readonly vouchesForRole: boolean;
}

export const providerRules: Readonly<Record<Provider, ProviderRules>> = {
  FEIDE: { request: { scope: "openid userid-feide groups-org userinfo-entitlement" }, endsThere: true, vouchesForRole: true },
  // It would log in the last person at this browser. The account is its owner's own, and stays logged in.
  GOOGLE: { request: { scope: "openid email", prompt: "select_account" }, endsThere: false, vouchesForRole: false },
  // It gives no address without a form post.
  APPLE: { request: { scope: "openid name email", response_mode: "form_post" }, endsThere: false, vouchesForRole: false },
};
