import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./card.module.css";

export type CardProps = {
  children: ReactNode;
  /** `sheet`: a page on a pile of pages with a bookmark, only once per screen. `plain`: a quiet panel of the logged-in area. */
  look?: "sheet" | "plain";
};

/** A panel that spaces its children evenly. */
export function Card({ children, look = "plain" }: CardProps) {
  return <div className={classes(styles["card"], styles[look])}>{children}</div>;
}
