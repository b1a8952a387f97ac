import type { Provider } from "@storyport/contract/vocabulary";

/** Names, the same in every language. */
export const providerNames: Readonly<Record<Provider, string>> = { FEIDE: "Feide", GOOGLE: "Google", APPLE: "Apple" };
