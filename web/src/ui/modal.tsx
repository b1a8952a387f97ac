import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import styles from "./modal.module.css";
import { Row } from "./stack.tsx";

export type ModalProps = {
  title: ReactNode;
  children: ReactNode;
  /** Between the words and the buttons. */
  notice?: ReactNode;
  /** The buttons. The dialog's first element with `data-first` gets the focus. */
  answers: ReactNode;
  /** Escape does nothing, because an action is running. */
  stuck?: boolean;
  onClose: () => void;
};

/** A native modal dialog. Render it to open it, stop rendering it to close it. The focus then returns to where it was. */
export function Modal({ title, children, notice, answers, stuck = false, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
        if (stuck && event.key === "Escape") event.preventDefault();
      }}
      onCancel={(event) => {
        // React decides when the dialog closes: it stays open while the action is running.
        event.preventDefault();
        if (!stuck) onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-words`} className={styles["words"]}>
        {children}
      </div>
      {notice}
      <Row className={styles["answers"]}>{answers}</Row>
    </dialog>
  );
}
