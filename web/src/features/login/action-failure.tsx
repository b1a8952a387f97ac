import type { ReactNode } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { BackToLogin } from "#/shell/back-to-login.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { m } from "@storyport/texts/messages";
import styles from "./action-failure.module.css";

export interface ActionFailureProps {
  failure: Failure;
  /** Refusals of the feature's calls, by code. */
  texts?: Readonly<Record<string, () => string>>;
  children?: ReactNode;
}

/**
 * Why an action was refused. It leads to the login if a half login has ended. The end of a full session has its own notice
 * (session-end.ts). A login that is too old has its own question (confirmation.ts), and comes here only if the user cancels that. Takes
 * the focus.
 */
export function ActionFailure({ failure, texts = {}, children }: ActionFailureProps) {
  const isHalf = usePortal().visitor.is !== "known";
  const own = { ...(isHalf && { "errors.notLoggedIn": () => m["secondFactor.tooLate"]() }) };
  const isOver = isHalf && failure.code === "errors.notLoggedIn";
  return (
    <Notice takesFocus={failure} tone="error" title={failureText(failure, { ...texts, ...own })}>
      {isOver && (
        <div className={styles["way"]}>
          <BackToLogin />
        </div>
      )}
      {children}
    </Notice>
  );
}
