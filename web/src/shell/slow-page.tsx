import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import styles from "./slow-page.module.css";

/**
 * For a page that only its script completes. If that script does not arrive within eight seconds, this sentence appears, with a way on. By
 * default a link loads the page again. Its empty address keeps secrets of the page's address out of the document.
 */
export function SlowPage({ children }: { children?: ReactNode }) {
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is the page's own
  const again = <a href="">{m["app.loadAgain"]()}</a>;
  return (
    <p className={styles["slow"]}>
      {m["app.slowPage"]()} {children ?? again}
    </p>
  );
}
