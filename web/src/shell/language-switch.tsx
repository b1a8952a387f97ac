import { cookieNames } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { getLocale, isLocale, locales } from "@storyport/texts/runtime";
import { isBadgePage } from "#/features/qr-login/badge-code.ts";
import { parseSearch } from "./search-text.ts";
import { useEarlyEntry } from "#/ui/use-early-entry.ts";
import { languageNames } from "./language.ts";
import styles from "./language-switch.module.css";
import { usePortal } from "./portal.ts";

/**
 * Requests the same page in another language. It is a plain form and needs no script. The server stores the language in a cookie and with
 * the account (entry-server.tsx). A script stores it with the account first.
 */
export function LanguageSwitch() {
  const context = usePortal();
  const ref = useEarlyEntry<HTMLSelectElement>();
  const handleChoice = async ({ value, form }: HTMLSelectElement) => {
    if (context.visitor.is === "known" && context.visitor.user.loginType !== "QRCODE" && isLocale(value)) {
      // A child's session may not set the account's language. The page changes even if the call fails.
      await import("#/features/accounts/keep-language.ts").then(({ keepLanguage }) => keepLanguage(context, value)).catch(() => undefined);
    }
    form?.requestSubmit();
  };
  const [pathname = "/"] = context.address.split("?", 1);
  const { code, ...others } = parseSearch(context.address.slice(pathname.length));
  // A badge's code is in the address only until the page has read it. It must not be copied into the form.
  const query = code === undefined || isBadgePage(pathname) ? others : { ...others, code };
  return (
    <form method="get" action={pathname} className={styles["form"]}>
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        ref={ref}
        id="language"
        aria-label={m["footer.language"]()}
        name={cookieNames.language}
        defaultValue={getLocale()}
        // After Back the browser would restore the choice, which would submit the form again.
        autoComplete="off"
        className={styles["select"]}
        onChange={(event) => void handleChoice(event.currentTarget)}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {languageNames[locale]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={styles["button"]}>
          {m["footer.changeLanguage"]()}
        </button>
      </noscript>
    </form>
  );
}
