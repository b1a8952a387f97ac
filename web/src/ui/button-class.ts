import { classes } from "./classes.ts";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "normal" | "large" | "small";

/** The class of a button, for other elements that must look like one: a router link, a summary. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "normal"): string {
  return classes(styles["button"], styles[variant], size !== "normal" && styles[size]);
}
