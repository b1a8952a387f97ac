import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Notice } from "#/ui/notice.tsx";
import styles from "./second-factor.module.css";
import { isAboutCode, secondFactorTexts } from "./second-factor-texts.ts";

/** Why a code was refused; a wrong code is shown at its field instead. If the half login has ended, it offers a new login. */
export function AnswerFailure({ failure }: { failure: Failure | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [failure]);
  if (failure === undefined || isAboutCode(failure)) return null;
  const isOver = failure.code === "errors.notLoggedIn";
  return (
    <Notice ref={box} tone="error" title={isOver ? m["secondFactor.tooLate"]() : failureText(failure, secondFactorTexts)}>
      {isOver && (
        // A page load clears the half login from memory.
        <a href="/login" className={styles["back"]}>
          {m["secondFactor.logInAgain"]()}
        </a>
      )}
    </Notice>
  );
}
