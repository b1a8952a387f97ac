import styles from "./skeleton.module.css";

/** A placeholder of text lines. Decorative: the waiting region has `aria-busy` and its own words. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles["skeleton"]} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles["line"]} />
      ))}
    </span>
  );
}
