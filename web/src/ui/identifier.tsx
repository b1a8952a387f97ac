import styles from "./identifier.module.css";

/** The long id of something, to be compared and copied; it breaks anywhere. */
export function Identifier({ id }: { id: string }) {
  return <span className={styles["id"]}>{id}</span>;
}
