import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";

export type LoginFailed = Pick<Failure, "code" | "message">;

type Progress = { is: "idle" } | { is: "submitting" } | { is: "failed"; failure: LoginFailed };

// Late, since it brings the endpoint and the schema library: fetched when the form takes the focus, so that sending need not wait.
const loadLogIn = () => import("./log-in.ts").catch(() => undefined);

/**
 * Logs in and goes on to /post-login, or to what is still owed; whoever has no display name is asked for one there first
 * (specification, section 4).
 * Stays `submitting` until the next page stands, so that nothing can be sent twice. Answers whether the browser must send the form
 * itself: the code that would do it cannot be had any more, such as that of an older release.
 */
export function useLogIn(initial: LoginFailed | undefined) {
  const context = useRouteContext({ from: "__root__" });
  const router = useRouter();
  const [progress, setProgress] = useState<Progress>(initial === undefined ? { is: "idle" } : { is: "failed", failure: initial });

  const logIn = async (email: string, password: string): Promise<"in" | "failed" | "send-form"> => {
    const fail = (failure: LoginFailed) => {
      setProgress({ is: "failed", failure });
      return "failed" as const;
    };
    if (email.trim() === "" || password === "") return fail(failureOfCode("errors.emailAndPasswordRequired"));
    setProgress({ is: "submitting" });
    const late = await loadLogIn();
    if (late === undefined) return navigator.onLine ? "send-form" : fail({ code: "errors.offline", message: "" });
    try {
      await router.navigate({ href: await late.logIn(context, { email, password }) });
      return "in";
    } catch (error) {
      return fail(error instanceof ApiError ? error.failure : failureOfCode("errors.unexpected"));
    }
  };

  return { progress, logIn, prepare: () => void loadLogIn() };
}
