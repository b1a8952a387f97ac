import { endpointUrl } from "@storyport/contract/endpoint";
import { logOut } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { endSession } from "#/features/logout/end-session.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";

/** Ends the half login and leads to the login; the login state stays. It works without script. */
export function LogInAsSomeoneElse() {
  const context = usePortal();
  const { isBusy, act } = useAction();
  const leave = async () => {
    const request = context.loginState.read();
    // If this fails, the half login ends within ten minutes, and can only go on with its own step until then.
    await endSession(context).catch(() => undefined);
    // Another tab may have replaced the request in the cookie, which is all that the server reads.
    context.loginState.save(request);
    await leaveFor("/login");
  };
  return (
    <form
      method="post"
      action={endpointUrl(logOut)}
      // The endpoint takes only an empty text (specification, 7.5).
      encType="text/plain"
      onSubmit={(event) => {
        event.preventDefault();
        void act(leave);
      }}
    >
      <Button type="submit" variant="quiet" pending={isBusy} pendingText={m["app.waiting"]()}>
        {m["secondFactor.someoneElse"]()}
      </Button>
    </form>
  );
}
