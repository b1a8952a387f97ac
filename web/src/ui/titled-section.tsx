import { useId } from "react";
import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import styles from "./titled-section.module.css";

export type TitledSectionProps = {
  title: ReactNode;
  /** A sentence that says what this is about. */
  intro?: ReactNode;
  children: ReactNode;
};

/** One part of a long page: its heading and what it is about at the side, where there is room, and the thing itself on a sheet. */
export function TitledSection({ title, intro, children }: TitledSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles["section"]}>
      <div className={styles["words"]}>
        <h2 id={headingId}>{title}</h2>
        {intro !== undefined && <p className={styles["intro"]}>{intro}</p>}
      </div>
      <Card>{children}</Card>
    </section>
  );
}
