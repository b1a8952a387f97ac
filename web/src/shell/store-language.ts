/** Import it in the server's half only. The browser's half has `keep-language.ts`, which it loads when a language is chosen. */
import { setLanguage } from "@storyport/contract/accounts";
import { cookieNames } from "@storyport/contract/limits";
import type { Locale } from "@storyport/texts/runtime";
import { ApiError } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";
import type { Cookies } from "#/api/cookies.ts";

/** Stores the chosen language for the account's letters. A failure is ignored, because the page has the language already. */
export async function storeLanguage(call: Call, cookies: Pick<Cookies, "read">, locale: Locale): Promise<void> {
  if (cookies.read(cookieNames.user) === undefined) return;
  try {
    await call(setLanguage, { body: { locale } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
