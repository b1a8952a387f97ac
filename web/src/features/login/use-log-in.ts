import { logInWithPassword } from "@storyport/contract/login";
import type { SessionUser } from "@storyport/contract/login";
import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { deviceName } from "./device-name.ts";
import { failureOfCode } from "./login-failure.tsx";
import { rememberVisitor } from "./visitor.ts";

export type LoginFailed = Pick<Failure, "code" | "message">;

type Progress = { is: "idle" } | { is: "submitting" } | { is: "failed"; failure: LoginFailed };

/**
 * Logs in and goes on to /post-login; whoever has no display name is asked for one there first (specification, section 4).
 * Stays `submitting` until the next page stands, so that nothing can be sent twice.
 */
export function useLogIn(initial: LoginFailed | undefined) {
  const { call, fresh, loginState } = useRouteContext({ from: "__root__" });
  const router = useRouter();
  const [progress, setProgress] = useState<Progress>(initial === undefined ? { is: "idle" } : { is: "failed", failure: initial });

  const goOn = async (user: SessionUser) => {
    rememberVisitor({ fresh }, user);
    if (user.displayName === undefined) loginState.save({ ...loginState.read(), postLoginPage: "/set-display-name" });
    await router.navigate({ href: "/post-login" });
  };

  const logIn = async (email: string, password: string): Promise<boolean> => {
    if (email.trim() === "" || password === "") {
      setProgress({ is: "failed", failure: failureOfCode("errors.emailAndPasswordRequired") });
      return false;
    }
    setProgress({ is: "submitting" });
    try {
      const body = { email, password, deviceName: deviceName(navigator.userAgent) };
      const answer = await call(logInWithPassword, { body });
      if ("secondFactor" in answer) throw new TypeError("This build cannot ask for a second factor.");
      await goOn(answer);
      return true;
    } catch (error) {
      setProgress({ is: "failed", failure: error instanceof ApiError ? error.failure : failureOfCode("errors.unexpected") });
      return false;
    }
  };

  return { progress, logIn };
}
