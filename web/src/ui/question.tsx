import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import styles from "./question.module.css";
import { Row } from "./stack.tsx";

export type QuestionProps = {
  title: ReactNode;
  /** What the action will do. */
  children: ReactNode;
  yes: ReactNode;
  no: ReactNode;
  pending: boolean;
  pendingText: string;
  onYes: () => void;
  onNo: () => void;
};

/**
 * Asks before an action that ends or removes something. It takes the focus, because it appears between the press and the action. A no gives
 * the focus back.
 */
export function Question({ title, children, yes, no, pending, pendingText, onYes, onNo }: QuestionProps) {
  const asked = useRef<Element>(null);
  // Before the notice takes the focus.
  useLayoutEffect(() => {
    asked.current = document.activeElement;
  }, []);
  const handleNo = () => {
    onNo();
    // A menu closes when an entry is pressed.
    const control = asked.current?.closest("details:not([open])")?.querySelector("summary") ?? asked.current;
    if (control instanceof HTMLElement && control !== document.body) control.focus();
  };
  return (
    <Notice takesFocus tone="error" title={title}>
      <p>{children}</p>
      <Row className={styles["answers"]}>
        <Button variant="danger" pending={pending} pendingText={pendingText} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="secondary" onClick={handleNo}>
          {no}
        </Button>
      </Row>
    </Notice>
  );
}
