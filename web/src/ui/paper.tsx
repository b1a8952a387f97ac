import type { ReactNode } from "react";
import styles from "./paper.module.css";

/** What a print shows. The rest of the page is hidden on paper, and so is everything inside `<NotOnPaper>`. */
export function Paper({ children }: { children: ReactNode }) {
  return <div className={styles["paper"]}>{children}</div>;
}

/** What is left out when the page is printed. */
export function NotOnPaper({ children }: { children: ReactNode }) {
  return <div className={styles["screenOnly"]}>{children}</div>;
}
