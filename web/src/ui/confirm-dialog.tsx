import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./modal.module.css";
import { Modal } from "./modal.tsx";

export type ConfirmDialogProps = {
  /** The question, such as "Deactivate this account?". */
  title: ReactNode;
  /** What the action will do. */
  children: ReactNode;
  /** Name the actions: "Deactivate" and "Keep it", never "OK". */
  confirmText: string;
  cancelText: string;
  /** For an action that cannot be undone, or that interrupts other users. */
  danger?: boolean;
  /** The action is running: the buttons ignore presses, and the dialog stays. */
  pending?: boolean;
  pendingText?: string;
  /** Why the action failed; shown in the dialog, which stays open. */
  failure?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an action. A dangerous action starts with the focus on cancel, any other on confirm. */
export function ConfirmDialog({ title, children, danger = false, pending = false, failure, ...rest }: ConfirmDialogProps) {
  const { confirmText, cancelText, pendingText, onConfirm, onCancel } = rest;
  const reason = useRef<HTMLParagraphElement>(null);
  // While pending, the pressed button keeps the focus. After a failure the focus moves to the reason, before the buttons.
  useEffect(() => {
    if (!pending && reason.current?.textContent !== "") reason.current?.focus();
  }, [pending]);

  return (
    <Modal
      title={title}
      stuck={pending}
      onClose={onCancel}
      notice={
        <p ref={reason} role="alert" tabIndex={-1} className={styles["failure"]}>
          {failure}
        </p>
      }
      answers={
        <>
          <Button
            variant={danger ? "danger" : "primary"}
            pending={pending}
            {...(pendingText !== undefined && { pendingText })}
            data-first={danger ? undefined : ""}
            onClick={onConfirm}
          >
            {confirmText}
          </Button>
          <Button variant="secondary" disabled={pending} data-first={danger ? "" : undefined} onClick={onCancel}>
            {cancelText}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
