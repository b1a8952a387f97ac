import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { endSession } from "#/features/logout/end-session.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { afterLoggingInAgain } from "./after-logging-in-again.ts";

/** Ends a session that is too old for an action, and leads to the login and back. */
export function LogInAgain() {
  const context = usePortal();
  const [progress, setProgress] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setProgress("leaving");
    const next = afterLoggingInAgain(context.loginState.read(), context.visitor.is);
    try {
      await endSession(context);
    } catch {
      return setProgress("failed");
    }
    context.loginState.save(next);
    location.assign("/login");
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
