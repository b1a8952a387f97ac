import { useEffect, useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./confirm-dialog.module.css";
import { Row } from "./stack.tsx";

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
  /** The action is running: the buttons are disabled, and the dialog stays. */
  pending?: boolean;
  pendingText?: string;
  /** Why the action failed; shown in the dialog, which stays open. */
  failure?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before an action. Render it to open it, stop rendering it to close it. The focus then returns to where it was. Escape cancels. A
 * dangerous action starts with the focus on cancel, any other on confirm.
 */
export function ConfirmDialog({ title, children, danger = false, pending = false, failure, ...rest }: ConfirmDialogProps) {
  const { confirmText, cancelText, pendingText, onConfirm, onCancel } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const reason = useRef<HTMLParagraphElement>(null);
  const id = useId();
  // The pressed button loses the focus while pending. After a failure the focus moves to the reason.
  useEffect(() => {
    if (!pending && reason.current?.textContent !== "") reason.current?.focus();
  }, [pending]);
  // Closing must happen before the element is removed: only a closed dialog restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      onKeyDown={(event) => {
        // Browsers close a dialog at the second Escape, even if the first was prevented.
        if (pending && event.key === "Escape") event.preventDefault();
      }}
      onCancel={(event) => {
        // React decides when the dialog closes: it stays open while the action is running.
        event.preventDefault();
        if (!pending) onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-words`} className={styles["words"]}>
        {children}
      </div>
      <p ref={reason} role="alert" tabIndex={-1} className={styles["failure"]}>
        {failure}
      </p>
      <Row className={styles["answers"]}>
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
      </Row>
    </dialog>
  );
}
