import type { ReactNode } from "react";
import styles from "./description-list.module.css";

export type Description = {
  /** For a term that a user has chosen, because another item may have the same. */
  id?: string;
  term: string;
  detail: ReactNode;
};

/** Terms and descriptions, side by side if there is room. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl>
      {items.map((item) => (
        <div key={item.id ?? item.term} className={styles["row"]}>
          <dt className={styles["term"]}>{item.term}</dt>
          <dd className={styles["detail"]}>{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
