import { setLanguage } from "@storyport/contract/accounts";
import { cookieNames } from "@storyport/contract/limits";
import type { Locale } from "@storyport/contract/vocabulary";
import type { Portal } from "#/shell/portal.ts";
import { languageMaxAgeSeconds } from "#/shell/language.ts";

/**
 * Stores the language with the account, for other browsers and letters, and in this browser. The page itself changes at its next load.
 * Rejects with an ApiError if the account could not be updated.
 */
export async function keepLanguage({ call, cookies, fresh }: Pick<Portal, "call" | "cookies" | "fresh">, locale: Locale): Promise<void> {
  await call(setLanguage, { body: { locale } });
  // `fresh` shares earlier answers on this page, and its account still has the former language.
  fresh.forget();
  cookies.write(cookieNames.language, locale, languageMaxAgeSeconds);
}
