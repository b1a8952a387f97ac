import styles from "./progress-bar.module.css";

export type ProgressBarProps = {
  /** What is under way, in words. */
  label: string;
  /** From 0 to 1. Undefined while it is unknown. */
  share: number | undefined;
};

/** How far something is. The words beside it tell more. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  return <progress className={styles["bar"]} aria-label={label} max={1} {...(share !== undefined && { value: share })} />;
}
