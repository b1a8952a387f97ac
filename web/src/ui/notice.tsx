import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./notice.module.css";

export type NoticeProps = {
  tone?: "info" | "success" | "error";
  title?: ReactNode;
  children?: ReactNode;
  /** Several messages, line by line. */
  details?: readonly ReactNode[];
  /** A notice that is there from the start must not interrupt the reader. */
  quiet?: boolean;
  /**
   * Set to move the focus here when the notice appears, and whenever this value changes. So the notice is read out, and the next Tab
   * continues from here. Tab itself never stops at the box.
   */
  takesFocus?: unknown;
};

/** Says what happened, or what to know. An error is announced at once (alert), other tones politely (status). */
export function Notice({ tone = "info", title, children, details = [], quiet = false, takesFocus }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus !== undefined && takesFocus !== false) box.current?.focus();
  }, [takesFocus]);
  const role = tone === "error" ? "alert" : "status";
  return (
    <div ref={box} tabIndex={-1} role={quiet ? undefined : role} className={classes(styles["notice"], styles[tone])}>
      <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        {signs[tone]}
      </svg>
      <div className={styles["words"]}>
        {title !== undefined && <p className={styles["title"]}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {details.length > 0 && (
          <ul>
            {details.map((detail, index) => (
              <li key={index}>{detail}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 2.2, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** The letter i for a hint, a flag for success, a triangle for an error. */
const signs = {
  info: (
    <g {...stroke}>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 11v6M12 7v.1" />
    </g>
  ),
  success: (
    <g {...stroke}>
      <path d="M6 22V3M6 4c5-3 7 3 13 0v9c-6 3-8-3-13 0" />
      <path d="m10 8 1.8 1.8L15.4 6.5" />
    </g>
  ),
  error: (
    <g {...stroke}>
      <path d="M12 3 22 20.5H2z" />
      <path d="M12 10v4.5M12 17.4v.1" />
    </g>
  ),
};
