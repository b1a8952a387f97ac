import { m } from "@storyport/texts/messages";
import { LanguageSwitch } from "./language-switch.tsx";
import { usePortal } from "./portal.ts";
import styles from "./site-footer.module.css";

/** The company's site, help, and the language: the same three on every page. */
export function SiteFooter() {
  const { settings } = usePortal();
  return (
    <>
      <span className={styles["links"]}>
        <a href={settings.companyUrl} rel="noopener">
          {m["footer.company"]({ productName: settings.productName })}
        </a>
        <a href={`mailto:${settings.supportEmail}`}>{m["footer.support"]()}</a>
      </span>
      <LanguageSwitch />
    </>
  );
}
