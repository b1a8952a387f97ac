import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./spinner.module.css";

/** The lighthouse seen from above, its beam going round. Decorative: say in words what is awaited. */
export function Spinner({ large = false }: { large?: boolean }) {
  return <span className={classes(styles["spinner"], large && styles["large"])} aria-hidden="true" />;
}

export type PendingProps = {
  /** What is awaited, in words. */
  children: ReactNode;
  /** Stands alone in its page or panel. */
  large?: boolean;
};

/** A wait that is announced: spinner and words in a status region. */
export function Pending({ children, large = false }: PendingProps) {
  return (
    <p role="status" className={classes(styles["pending"], large && styles["alone"])}>
      <Spinner large={large} />
      <span>{children}</span>
    </p>
  );
}
