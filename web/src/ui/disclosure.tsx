import type { ReactNode } from "react";
import { buttonClass } from "./button-class.ts";
import { classes } from "./classes.ts";
import styles from "./disclosure.module.css";

export type DisclosureProps = {
  /** The words while closed and while open, such as "Show Error" and "Hide Error". */
  showText: string;
  hideText: string;
  children: ReactNode;
  /** Open at first. */
  open?: boolean;
  /** For many below each other, as in the rows of a table. */
  quiet?: boolean;
};

/** Details on demand: native details, works without script. */
export function Disclosure({ showText, hideText, children, open = false, quiet = false }: DisclosureProps) {
  return (
    <details className={styles["disclosure"]} open={open}>
      <summary className={classes(buttonClass(quiet ? "quiet" : "secondary", "small"), styles["toggle"])}>
        <span className={styles["show"]}>{showText}</span>
        <span className={styles["hide"]}>{hideText}</span>
      </summary>
      <div className={styles["content"]}>{children}</div>
    </details>
  );
}
