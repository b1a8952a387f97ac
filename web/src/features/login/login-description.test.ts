/** The description of /login for search engines. One build serves portals with and without each provider. */
import { providerFacts } from "@storyport/contract/providers";
import { m } from "@storyport/texts/messages";
import { locales } from "@storyport/texts/runtime";
import { expect, test } from "vitest";

test.each(locales)("the description names no provider, because it may not be set up (%s)", (locale) => {
  const description = m["login.description"]({ productName: "Storyport" }, { locale });
  for (const { name } of Object.values(providerFacts)) expect(description).not.toContain(name);
});
