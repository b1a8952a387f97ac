import styles from "./identifier.module.css";

/** A long id to compare and copy; it may break anywhere. */
export function Identifier({ id }: { id: string }) {
  return <span className={styles["id"]}>{id}</span>;
}
