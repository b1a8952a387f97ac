import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import type { Failure } from "#/api/api-error.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { logIn } from "./log-in.ts";

// Loaded when a field takes the focus, because the library is large and a submit waits for it. If it cannot be loaded, the device is named
// "Browser".
const loadDeviceName = () => import("./device-name.ts").catch(() => undefined);

/**
 * Logs in and continues to /post-login, or to the step that the login still needs. /post-login asks a user without a display name for it
 * first (specification, section 4). `failure`: the refusal that the page's address names.
 */
export function useLogIn(failure: Failure | undefined) {
  const portal = usePortal();
  const action = useAction({ ...(failure !== undefined && { failure }) });
  return {
    ...action,
    /** Resolves with false after a refusal. Never resolves after a success, because the browser leaves the page. */
    logIn: (email: string, password: string) =>
      action.act(async () => {
        if (email.trim() === "" || password === "") throw new ApiError(failureOfCode("errors.emailAndPasswordRequired"));
        const late = await loadDeviceName();
        const deviceName = late?.deviceName(navigator.userAgent) ?? "Browser";
        await leaveFor(await logIn(portal, { email, password, deviceName }));
      }),
    /** Loads what the submit needs, so that it waits less. */
    prepare: () => void loadDeviceName(),
  };
}
