import { useState } from "react";
import { endSession } from "#/features/logout/end-session.ts";
import { usePortal } from "#/shell/portal.ts";
import { completeRequest } from "./game-request.ts";

/**
 * Logs out and goes to the login with the game's request still in hand, so that whoever logs in next is handed over to this game;
 * without a waiting game, to the start page.
 * By a page load: nothing of the previous person stays in memory. A logout that failed leaves everybody where they are, and says
 * so: the next child must not be taken for this one.
 */
export function useLogInAsSomeoneElse(): { progress: "idle" | "leaving" | "failed"; leave: () => void } {
  const context = usePortal();
  const [progress, setProgress] = useState<"idle" | "leaving" | "failed">("idle");

  const leaveNow = async () => {
    const { loginType: _loginType, loggedInToken: _loggedInToken, postLoginPage: _page, ...request } = context.loginState.read();
    const hasRequest = typeof completeRequest(request, undefined) !== "string";
    try {
      await endSession(context);
    } catch {
      return setProgress("failed");
    }
    // Kept anew afterwards: a logout may have the browser clear everything this site stored.
    context.loginState.save(hasRequest ? { ...request, postLoginPage: "/game-redirect" } : {});
    location.assign("/login");
  };

  const leave = () => {
    setProgress("leaving");
    void leaveNow();
  };
  return { progress, leave };
}
