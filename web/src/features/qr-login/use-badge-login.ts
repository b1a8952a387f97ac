import { logInWithBadge } from "@storyport/contract/qr-login";
import type { LoginState } from "@storyport/contract/login-state";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { useForgetFormerChild, useStudentLogin } from "./use-student-login.ts";

/**
 * Logs in with the page's code, once and in the browser only, and again on request. The user has to confirm first if another site led
 * here (`asksFirst`), or if another user is logged in here. `given` is the game's request in the badge's address.
 */
export function useBadgeLogin(given: LoginState, asksFirst: boolean) {
  const { call, badgeCode } = usePortal();
  const { greeting, welcome } = useStudentLogin();
  const forgetFormerChild = useForgetFormerChild();
  const { failure, act } = useAction();
  const [question, setQuestion] = useState<"none" | "open" | "answered">(asksFirst ? "open" : "none");

  const logIn = (mayReplace: boolean) =>
    act(async () => {
      try {
        const query = { code: badgeCode.read() ?? "", ...(mayReplace && { replace: "true" as const }) };
        await welcome(await call(logInWithBadge, { query }), given);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.failure.code === "errors.otherSessionOpen") return setQuestion("open");
        forgetFormerChild(error.failure);
        throw error;
      }
    });
  const logInAtOnce = useEffectEvent(() => {
    if (!asksFirst) void logIn(false);
  });
  useEffect(() => logInAtOnce(), []);

  const confirm = () => {
    setQuestion("answered");
    void logIn(true);
  };
  return { greeting, failure, isAsking: question === "open", tryAgain: () => void logIn(question === "answered"), confirm };
}
