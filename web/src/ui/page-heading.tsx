import type { ReactNode } from "react";
import styles from "./page-heading.module.css";

export type PageHeadingProps = {
  /** The only h1 of the screen; takes the focus by script after a change of page. */
  children: ReactNode;
  /** A sentence under it. */
  intro?: ReactNode;
  /** Buttons or links beside it, in the logged-in area. */
  actions?: ReactNode;
};

/** The heading of a screen, with a drawn wave under it. */
export function PageHeading({ children, intro, actions }: PageHeadingProps) {
  return (
    <header className={styles["heading"]}>
      <div className={styles["words"]}>
        <h1 tabIndex={-1}>{children}</h1>
        <svg className={styles["wave"]} viewBox="0 0 96 10" width="96" height="10" aria-hidden="true">
          <path
            d="M2 6q8-6 15.3 0t15.3 0 15.3 0 15.3 0 15.3 0 15.3 0"
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeWidth="3"
          />
        </svg>
        {intro !== undefined && <p className={styles["intro"]}>{intro}</p>}
      </div>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </header>
  );
}
