import { m } from "@storyport/texts/messages";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { endSession } from "#/features/logout/end-session.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { afterLoggingInAgain } from "./after-logging-in-again.ts";

/**
 * The button for an action that needs a more recent login (errors.loginTooOld). It ends the session and opens the login.
 * `afterLoggingInAgain` decides where the login leads: to the profile, or on with a game's request.
 */
export function LogInAgain() {
  const context = usePortal();
  const { isBusy, failure, act } = useAction();
  const leave = async () => {
    const next = afterLoggingInAgain(context.loginState.read(), context.visitor.is);
    // If the logout fails, nothing has changed, and the page says so.
    await endSession(context);
    context.loginState.save(next);
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
