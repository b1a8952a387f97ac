import styles from "./skeleton.module.css";

/** The shape of what is coming: lines of text. Decorative; the waiting region says `aria-busy` and has words of its own. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles["skeleton"]} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles["line"]} />
      ))}
    </span>
  );
}
