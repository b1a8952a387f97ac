import type { ReactNode } from "react";
import styles from "./item-list.module.css";

/** A list of things, each with its actions. Its children are items, or plain `<li>` without their lines. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className={styles["list"]}>{children}</ul>;
}

export type ItemProps = {
  /** Decorative. */
  picture?: ReactNode;
  name: ReactNode;
  /** A label beside the name. */
  badge?: ReactNode;
  /** Shown below the name. */
  details?: ReactNode;
  actions?: ReactNode;
};

export function Item({ picture, name, badge, details, actions }: ItemProps) {
  return (
    <li className={styles["item"]}>
      {picture !== undefined && <span className={styles["picture"]}>{picture}</span>}
      <div className={styles["words"]}>
        <p className={styles["name"]}>
          <strong>{name}</strong> {badge}
        </p>
        {details !== undefined && <div className={styles["details"]}>{details}</div>}
      </div>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </li>
  );
}
