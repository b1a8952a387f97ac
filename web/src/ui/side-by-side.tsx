import type { ReactNode } from "react";
import styles from "./side-by-side.module.css";

/** Two cards, side by side if there is room. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={styles["parts"]}>{children}</div>;
}
