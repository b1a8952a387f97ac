import type { ReactNode } from "react";
import styles from "./side-by-side.module.css";

/** Two cards beside each other where there is room, else one below the other. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={styles["parts"]}>{children}</div>;
}
