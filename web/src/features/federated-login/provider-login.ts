/** The three providers as the pages know them: name, page, and where the server sends a browser on to each. */
import { apiBase } from "@storyport/contract/endpoint";
import type { startAppleLogin, startFeideLogin, startGoogleLogin } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/vocabulary";

/** Names of others: the same in every language. */
export const providerNames: Record<Provider, string> = { FEIDE: "Feide", GOOGLE: "Google", APPLE: "Apple" };

export const providerPages = { FEIDE: "/login/feide", GOOGLE: "/login/google", APPLE: "/login/apple" } as const satisfies Record<
  Provider,
  string
>;

// The types alone, and not the endpoints, which bring the schema library along.
const startPaths: { FEIDE: typeof startFeideLogin.path; GOOGLE: typeof startGoogleLogin.path; APPLE: typeof startAppleLogin.path } = {
  FEIDE: "feide/start",
  GOOGLE: "google/start",
  APPLE: "apple/start",
};

/** Where the login at the provider begins: an address of ours that leads the browser there. */
export function startUrl(provider: Provider, deviceName: string): string {
  return `${apiBase}/${startPaths[provider]}?${new URLSearchParams({ deviceName })}`;
}

export function isProvider(loginType: string | undefined): loginType is Provider {
  return loginType !== undefined && Object.hasOwn(providerNames, loginType);
}
