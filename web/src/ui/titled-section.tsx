import { useId } from "react";
import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import styles from "./titled-section.module.css";

export type TitledSectionProps = {
  title: ReactNode;
  /** Set if links lead to the section. */
  id?: string;
  /** A sentence about the section's purpose. */
  intro?: ReactNode;
  children: ReactNode;
};

/** A part of a long page, with its content in a card. Heading and intro are at the side if there is room. */
export function TitledSection({ title, id, intro, children }: TitledSectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={styles["section"]}>
      <div className={styles["words"]}>
        <h2 id={headingId}>{title}</h2>
        {intro !== undefined && <p className={styles["intro"]}>{intro}</p>}
      </div>
      <Card>{children}</Card>
    </section>
  );
}
