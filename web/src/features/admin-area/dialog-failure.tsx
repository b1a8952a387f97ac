import type { Failure } from "#/api/api-error.ts";
import { BackToLogin } from "./back-to-login.tsx";

/** Why what a dialog asked about was not done; where the session has ended with the way back. */
export function DialogFailure({ failure, text }: { failure: Failure | undefined; text: (failure: Failure) => string }) {
  if (failure === undefined) return null;
  return (
    <>
      {text(failure)} {failure.status === 401 && <BackToLogin size="small" />}
    </>
  );
}
