/** The providers as the pages know them: name, page, and where the server sends a browser on to each. */
import { apiBase } from "@storyport/contract/endpoint";
import { forEachProvider, providerFacts } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";

/** Names of others: the same in every language. */
export const providerNames: Record<Provider, string> = forEachProvider((_provider, { name }) => name);

/** Each is a route of its own: the compiler misses one that is not there. */
export const providerPages = { FEIDE: "/login/feide", GOOGLE: "/login/google", APPLE: "/login/apple" } as const satisfies {
  [P in Provider]: `/login/${(typeof providerFacts)[P]["path"]}`;
};

/** Where the login at the provider begins: an address of ours that leads the browser there. */
export function startUrl(provider: Provider, deviceName: string): string {
  return `${apiBase}/${providerFacts[provider].path}/start?${new URLSearchParams({ deviceName })}`;
}

export function isProvider(loginType: string | undefined): loginType is Provider {
  return loginType !== undefined && Object.hasOwn(providerNames, loginType);
}
