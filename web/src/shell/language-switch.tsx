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
 * Asks for the same page in another language; the server keeps the answer in a cookie. A plain form: it needs no script. Somebody's
 * account is told too, where there is a script to tell it.
 */
export function LanguageSwitch() {
  const context = usePortal();
  const ref = useEarlyEntry<HTMLSelectElement>();
  const handleChoice = async ({ value, form }: HTMLSelectElement) => {
    if (context.visitor.is === "known" && context.visitor.user.loginType !== "QRCODE" && isLocale(value)) {
      // The page changes in any case: an account that could not be told keeps its former language for its letters.
      await import("#/features/accounts/keep-language.ts").then(({ keepLanguage }) => keepLanguage(context, value)).catch(() => undefined);
    }
    form?.requestSubmit();
  };
  const [pathname = "/", search = ""] = context.address.split(/(?=\?)/);
  const { code, ...others } = parseSearch(search);
  // A badge's code is in the address only until the page has read it; nothing may carry it further.
  const asked = code === undefined || isBadgePage(pathname) ? others : { ...others, code };
  return (
    <form method="get" action={pathname} className={styles["form"]}>
      {Object.entries(asked).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        ref={ref}
        id="language"
        aria-label={m["footer.language"]()}
        name={cookieNames.language}
        defaultValue={getLocale()}
        // A browser that comes back to the page would put the choice that led away from it in here again, and lead away once more.
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
