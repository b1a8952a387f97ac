import { m } from "@storyport/texts/messages";
import { use } from "react";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { dropFormsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { endSession } from "#/features/logout/end-session.ts";
import { wayBack } from "#/features/login-state/way-back.ts";
import { usePortal } from "#/shell/portal.ts";
import { SessionEndContext } from "#/shell/session-end.ts";
import { Button } from "#/ui/button.tsx";

/**
 * The button for an account that cannot confirm its login in place (errors.loginTooOld). It ends the session, opens the login, and leads
 * back to the page, whose forms keep their drafts.
 */
export function LogInAgain() {
  const context = usePortal();
  const sessionEnd = use(SessionEndContext);
  const { isBusy, failure, act } = useAction();
  const leave = async () => {
    // If the logout fails, nothing has changed, and the page says so.
    await endSession(context);
    sessionEnd?.keepDrafts();
    // Another person may log in instead.
    dropFormsOfTheSession();
    context.loginState.save({ postLoginPage: wayBack(context.address) });
    await leaveFor("/login");
  };
  return (
    <>
      <Button variant="secondary" pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void act(leave)}>
        {m["profile.logInAgain"]()}
      </Button>
      {failure !== undefined && <p role="alert">{m["logout.failed"]()}</p>}
    </>
  );
}
