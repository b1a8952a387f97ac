import { setLanguage } from "@storyport/contract/accounts";
import { cookieNames } from "@storyport/contract/limits";
import type { Locale } from "@storyport/contract/vocabulary";
import type { Portal } from "#/shell/portal.ts";
import { languageMaxAgeSeconds } from "#/shell/language.ts";

/**
 * Keeps somebody's language with the account, for its screens in other browsers and for its letters, and in this browser. The page
 * itself changes when it is loaded again. Rejects with an ApiError where the account could not be told.
 */
export async function keepLanguage({ call, cookies, fresh }: Pick<Portal, "call" | "cookies" | "fresh">, locale: Locale): Promise<void> {
  await call(setLanguage, { body: { locale } });
  fresh.forget();
  cookies.write(cookieNames.language, locale, languageMaxAgeSeconds);
}
