import { useId } from "react";
import type { ReactNode } from "react";
import styles from "./field.module.css";

export type FieldTexts = {
  label: ReactNode;
  /** Help that stays, under the label. */
  hint?: ReactNode;
  /** What is wrong. Marks the control invalid and is read out with it. */
  error?: ReactNode;
  /** The word for "optional" after the label. Most of our fields are required, so only optional fields are marked. */
  optionalText?: ReactNode;
};

/** The ids that connect a control to its label, hint and error. */
export function useFieldIds(texts: FieldTexts, wantedId?: string) {
  const ownId = useId();
  const id = wantedId ?? ownId;
  const hintId = isGiven(texts.hint) ? `${id}-hint` : undefined;
  const errorId = isGiven(texts.error) ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter((part) => part !== undefined).join(" ");
  return { id, hintId, errorId, describedBy: describedBy === "" ? undefined : describedBy };
}

export type FieldIds = ReturnType<typeof useFieldIds>;

/** Label, hint, control and error, in this order. */
export function Field({ texts, ids, children }: { texts: FieldTexts; ids: FieldIds; children: ReactNode }) {
  return (
    <div className={styles["field"]}>
      <label className={styles["label"]} htmlFor={ids.id}>
        {texts.label}
        {isGiven(texts.optionalText) && <span className={styles["optional"]}> {texts.optionalText}</span>}
      </label>
      <Hint id={ids.hintId}>{texts.hint}</Hint>
      {children}
      <FieldError id={ids.errorId}>{texts.error}</FieldError>
    </div>
  );
}

/** A group of controls under one legend, with hint and error. */
export function FieldGroup({ texts, ids, children }: { texts: FieldTexts; ids: FieldIds; children: ReactNode }) {
  return (
    <fieldset className={styles["group"]} id={ids.id} aria-describedby={ids.describedBy}>
      <legend className={styles["label"]}>
        {texts.label}
        {isGiven(texts.optionalText) && <span className={styles["optional"]}> {texts.optionalText}</span>}
      </legend>
      <Hint id={ids.hintId}>{texts.hint}</Hint>
      {children}
      <FieldError id={ids.errorId}>{texts.error}</FieldError>
    </fieldset>
  );
}

function Hint({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (id === undefined) return null;
  return (
    <div id={id} className={styles["hint"]}>
      {children}
    </div>
  );
}

function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (id === undefined) return null;
  return (
    <div id={id} className={styles["error"]}>
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d="M8 1.5 15 14H1z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" strokeWidth="1.5" />
        <path d="M8 5.6v4M8 12v.1" stroke="var(--surface)" strokeLinecap="round" strokeWidth="1.8" />
      </svg>
      <span>{children}</span>
    </div>
  );
}

function isGiven(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== false && text !== "";
}
