import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "./button-class.ts";
import type { ButtonSize, ButtonVariant } from "./button-class.ts";
import styles from "./button.module.css";
import { classes } from "./classes.ts";
import { Spinner } from "./spinner.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A small picture before the words, decorative. */
  picture?: ReactNode;
  /** As wide as its column. */
  wide?: boolean;
};

export type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** The action is running: a spinner replaces the words, the size stays, presses are ignored. */
    pending?: boolean;
    /** Announced to screen readers while pending. */
    pendingText?: string;
  };

/** A native button, `type="button"` by default. While pending it keeps the focus and refuses a second press. */
export function Button({ variant, size, picture, wide, pending = false, pendingText, ...rest }: ButtonProps) {
  const { children, className, onClick, type = "button", ...native } = rest;
  return (
    <button
      {...native}
      type={type}
      className={classes(buttonClass(variant, size), wide && styles["wide"], pending && styles["pending"], className)}
      aria-disabled={pending || native["aria-disabled"] || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles["words"]}>
        {picture}
        <span>{children}</span>
      </span>
      {pending && (
        <span className={styles["wait"]}>
          <Spinner />
          {pendingText !== undefined && <VisuallyHidden>{pendingText}</VisuallyHidden>}
        </span>
      )}
    </button>
  );
}

export type LinkButtonProps = Look & ComponentProps<"a">;

/** A native link that looks like a button. A router link takes `className={buttonClass(variant)}` instead. */
export function LinkButton({ variant, size, picture, wide, children, className, ...native }: LinkButtonProps) {
  return (
    <a {...native} className={classes(buttonClass(variant, size), wide && styles["wide"], className)}>
      {picture}
      <span>{children}</span>
    </a>
  );
}
