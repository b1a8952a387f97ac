import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { usePortal } from "#/shell/portal.ts";
import { logIn as logInAt } from "./log-in.ts";

export type LoginFailed = Pick<Failure, "code" | "message">;

type Progress = { is: "idle" } | { is: "submitting" } | { is: "failed"; failure: LoginFailed };

// Loaded when the form takes the focus: the list of browsers is large, and submitting must not wait for it.
const loadDeviceName = () => import("./device-name.ts").catch(() => undefined);

/**
 * Logs in and continues to /post-login, or to the second factor. A user without a display name is asked for it first (specification,
 * section 4). It stays `submitting` until the next page loads, so that the form cannot be sent twice.
 */
export function useLogIn(initial: LoginFailed | undefined) {
  const portal = usePortal();
  const [progress, setProgress] = useState<Progress>(initial === undefined ? { is: "idle" } : { is: "failed", failure: initial });

  const logIn = async (email: string, password: string): Promise<"in" | "failed"> => {
    const fail = (failure: LoginFailed) => {
      setProgress({ is: "failed", failure });
      return "failed" as const;
    };
    if (email.trim() === "" || password === "") return fail(failureOfCode("errors.emailAndPasswordRequired"));
    setProgress({ is: "submitting" });
    const late = await loadDeviceName();
    const deviceName = late?.deviceName(navigator.userAgent) ?? "Browser";
    try {
      location.assign(await logInAt(portal, { email, password, deviceName }));
      return "in";
    } catch (error) {
      return fail(error instanceof ApiError ? error.failure : failureOfCode("errors.unexpected"));
    }
  };

  return { progress, logIn, prepare: () => void loadDeviceName() };
}
