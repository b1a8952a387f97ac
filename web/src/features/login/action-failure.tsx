import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Notice } from "#/ui/notice.tsx";
import { m } from "@storyport/texts/messages";
import styles from "./action-failure.module.css";
import { LogInAgain } from "./log-in-again.tsx";

export interface ActionFailureProps {
  failure: Failure;
  /** Refusals of the feature's calls, by code. */
  texts?: Readonly<Record<string, () => string>>;
  children?: ReactNode;
}

const needsLogin = new Set(["errors.loginTooOld", "errors.notLoggedIn"]);

/** Why an action was refused, with a link to the login if a fresh login helps. Takes the focus. */
export function ActionFailure({ failure, texts = {}, children }: ActionFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  return (
    <Notice ref={box} tone="error" title={failureText(failure, { ...texts, "errors.loginTooOld": () => m["errors.loginTooOld"]() })}>
      {failure.code === "errors.loginTooOld" && <p>{m["profile.loginTooOldExplanation"]()}</p>}
      {needsLogin.has(failure.code) && (
        <div className={styles["way"]}>
          <LogInAgain />
        </div>
      )}
      {children}
    </Notice>
  );
}
