import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import type { Failure } from "#/api/api-error.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { logIn } from "./log-in.ts";

// Loaded when the form takes the focus: the list of browsers is large, and submitting must not wait for it. If it does not arrive, the
// device is named "Browser".
const loadDeviceName = () => import("./device-name.ts").catch(() => undefined);

/**
 * Logs in and continues to /post-login, or to the second factor. A user without a display name is asked for it first (specification,
 * section 4). `failure`: the refusal of a login that the browser submitted without a script.
 */
export function useLogIn(failure: Failure | undefined) {
  const portal = usePortal();
  const action = useAction({ ...(failure !== undefined && { failure }) });
  return {
    ...action,
    /** Resolves with false after a refusal. */
    logIn: (email: string, password: string) =>
      action.act(async () => {
        if (email.trim() === "" || password === "") throw new ApiError(failureOfCode("errors.emailAndPasswordRequired"));
        const late = await loadDeviceName();
        const deviceName = late?.deviceName(navigator.userAgent) ?? "Browser";
        await leaveFor(await logIn(portal, { email, password, deviceName }));
      }),
    /** Loads what the submit needs, so that it need not wait. */
    prepare: () => void loadDeviceName(),
  };
}
