import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./badge.module.css";

export type BadgeProps = {
  children: ReactNode;
  tone?: "neutral" | "success" | "danger" | "accent";
  /** A small picture before the words, decorative. */
  picture?: ReactNode;
};

/** A label for a state or a kind. */
export function Badge({ children, tone = "neutral", picture }: BadgeProps) {
  return (
    <span className={classes(styles["badge"], styles[tone])}>
      {picture}
      {children}
    </span>
  );
}
