import type { Failure } from "#/api/api-error.ts";
import { BackToLogin } from "./back-to-login.tsx";

/** Why a dialog's action failed, with a link to the login if the session has ended. */
export function DialogFailure({ failure, text }: { failure: Failure | undefined; text: (failure: Failure) => string }) {
  if (failure === undefined) return null;
  return (
    <>
      {text(failure)} {failure.status === 401 && <BackToLogin size="small" />}
    </>
  );
}
