import { useEffect, useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./confirm-dialog.module.css";
import { Row } from "./stack.tsx";

export type ConfirmDialogProps = {
  /** The question, such as "Deactivate this account?". */
  title: ReactNode;
  /** What will happen, in words. */
  children: ReactNode;
  /** Say what they do: "Deactivate" and "Keep it", never "OK". */
  confirmText: string;
  cancelText: string;
  /** What cannot be undone, or ends what others are doing. */
  danger?: boolean;
  /** The deed is under way: nothing can be pressed, and the dialog stays. */
  pending?: boolean;
  pendingText?: string;
  /** Why the deed did not succeed; said in the dialog, which stays open. */
  failure?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before a deed. Render it to open it, stop rendering it to close it: the focus then goes back to where it was. Escape cancels.
 * The focus begins on the way back where there is danger, on the deed where there is none.
 */
export function ConfirmDialog({ title, children, danger = false, pending = false, failure, ...rest }: ConfirmDialogProps) {
  const { confirmText, cancelText, pendingText, onConfirm, onCancel } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const id = useId();
  // Pending blurs what was pressed: once it has failed the reader, and the keyboard, are at the reason.
  useEffect(() => {
    if (!pending && told.current?.textContent !== "") told.current?.focus();
  }, [pending]);
  // Before the element leaves the page: only a dialog that is closed gives the focus back.
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
        // A second Escape would close it whatever is said about the first.
        if (pending && event.key === "Escape") event.preventDefault();
      }}
      onCancel={(event) => {
        // React decides when it closes: a deed that is under way is seen to its end.
        event.preventDefault();
        if (!pending) onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-words`} className={styles["words"]}>
        {children}
      </div>
      <p ref={told} role="alert" tabIndex={-1} className={styles["failure"]}>
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
