/** The providers on the web: name, page, and the start address at the server. */
import { apiBase } from "@storyport/contract/endpoint";
import { forEachProvider, providerFacts } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";

/** Proper names: the same in every language. */
export const providerNames: Record<Provider, string> = forEachProvider((_provider, { name }) => name);

/** Each page is a row of pages.ts. The type demands a page for each provider. */
export const providerPages = { FEIDE: "/login/feide", GOOGLE: "/login/google", APPLE: "/login/apple" } as const satisfies {
  [P in Provider]: `/login/${(typeof providerFacts)[P]["path"]}`;
};

/** The login at the provider begins at this address of ours, which redirects there. */
export function startUrl(provider: Provider, deviceName: string): string {
  return `${apiBase}/${providerFacts[provider].path}/start?${new URLSearchParams({ deviceName })}`;
}

export function isProvider(loginType: string | undefined): loginType is Provider {
  return loginType !== undefined && Object.hasOwn(providerNames, loginType);
}
