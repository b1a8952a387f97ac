import { logInWithBadge } from "@storyport/contract/qr-login";
import type { LoginState } from "@storyport/contract/login-state";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";
import { useForgetFormerChild, useStudentLogin } from "./use-student-login.ts";

export type BadgeLoginFailed = Pick<Failure, "code" | "message" | "retryAfterSeconds">;

/** After these refusals the server has ended the former child's session. */
const endsFormerChild = new Set(["errors.qrLoginUrlInValid", "errors.tooManyAttempts"]);

/**
 * Logs in with the page's code, once and in the browser only, and again on request. If `asksFirst` is set, or another user is logged in
 * here, the user has to confirm first.
 */
export function useBadgeLogin(given: LoginState, asksFirst: boolean) {
  const { call, badgeCode } = usePortal();
  const { greeting, welcome } = useStudentLogin();
  const forgetFormerChild = useForgetFormerChild();
  const [failure, setFailure] = useState<BadgeLoginFailed>();
  const [question, setQuestion] = useState<"none" | "asked" | "answered">(asksFirst ? "asked" : "none");
  const [attempt, setAttempt] = useState(0);
  const lastAttempt = useRef(-1);

  const logIn = async () => {
    const replace = question === "answered" ? { replace: "true" as const } : {};
    try {
      welcome(await call(logInWithBadge, { query: { code: badgeCode.read() ?? "", ...replace } }), given);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure.code === "errors.otherSessionOpen") return setQuestion("asked");
      if (endsFormerChild.has(error.failure.code)) forgetFormerChild();
      setFailure(error.failure);
    }
  };

  useEffect(() => {
    if (question === "asked" || lastAttempt.current === attempt) return;
    lastAttempt.current = attempt;
    void logIn();
  });

  const tryAgain = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  const confirm = () => {
    setQuestion("answered");
    setAttempt(attempt + 1);
  };
  return { greeting, failure, isAsking: question === "asked", tryAgain, confirm };
}
