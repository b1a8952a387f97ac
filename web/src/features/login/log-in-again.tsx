import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { endSession } from "#/features/logout/end-session.ts";
import { Button } from "#/ui/button.tsx";

/** Where whoever had to log in again comes back to. */
const backTo = "/users/me";

/** Ends this session, which is too old for what was wanted, and leads to the login and back to the profile from there. */
export function LogInAgain() {
  const context = useRouteContext({ from: "__root__" });
  const [progress, setProgress] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setProgress("leaving");
    try {
      await endSession(context);
    } catch {
      return setProgress("failed");
    }
    context.loginState.save({ postLoginPage: backTo });
    location.assign(`/login?${new URLSearchParams({ postLoginPage: backTo })}`);
  };
  return (
    <>
      <Button variant="secondary" pending={progress === "leaving"} pendingText={m["app.waiting"]()} onClick={() => void leave()}>
        {m["profile.logInAgain"]()}
      </Button>
      {progress === "failed" && <p role="alert">{m["logout.failed"]()}</p>}
    </>
  );
}
