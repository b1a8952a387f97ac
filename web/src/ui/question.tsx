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

/** Asks before an action that ends or removes something. It takes the focus, because it appears between the press and the action. */
export function Question({ title, children, yes, no, pending, pendingText, onYes, onNo }: QuestionProps) {
  return (
    <Notice takesFocus tone="error" title={title}>
      <p>{children}</p>
      <Row className={styles["answers"]}>
        <Button variant="danger" pending={pending} pendingText={pendingText} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="secondary" onClick={onNo}>
          {no}
        </Button>
      </Row>
    </Notice>
  );
}
