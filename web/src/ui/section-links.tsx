import type { ReactNode } from "react";
import styles from "./section-links.module.css";

export type SectionLinksProps = {
  /** The name of the navigation. */
  label: string;
  /** Links with the class `sectionLinkClass`; the present page's carries aria-current. */
  links: readonly { key: string; link: ReactNode }[];
};

/** The sections of an area beside each other; where there is no room for all they scroll, and the present one is in view. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={styles["frame"]}>
      <ul className={styles["list"]}>
        {links.map(({ key, link }) => (
          <li key={key}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}

export const sectionLinkClass = styles["link"] ?? "";
