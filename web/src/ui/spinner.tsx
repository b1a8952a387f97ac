import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./spinner.module.css";

/** A lighthouse from above with a turning beam. Decorative: say in words what is loading. */
export function Spinner({ large = false }: { large?: boolean }) {
  return <span className={classes(styles["spinner"], large && styles["large"])} aria-hidden="true" />;
}

export type PendingProps = {
  /** What is loading, in words. */
  children: ReactNode;
  /** For a spinner alone in its page or panel. */
  large?: boolean;
};

/** An announced wait: spinner and words in a status region. */
export function Pending({ children, large = false }: PendingProps) {
  return (
    <p role="status" className={classes(styles["pending"], large && styles["alone"])}>
      <Spinner large={large} />
      <span>{children}</span>
    </p>
  );
}
