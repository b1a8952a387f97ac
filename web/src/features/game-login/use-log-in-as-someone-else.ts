import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { endSession } from "#/features/logout/end-session.ts";

/**
 * Logs out and goes to the login with the game's request still in hand, so that whoever logs in next is handed over to this game.
 * By a page load: nothing of the previous person stays in memory.
 */
export function useLogInAsSomeoneElse(): { isLeaving: boolean; leave: () => void } {
  const context = useRouteContext({ from: "__root__" });
  const [isLeaving, setIsLeaving] = useState(false);

  const leaveNow = async () => {
    const { loginType: _loginType, loggedInToken: _loggedInToken, ...request } = context.loginState.read();
    try {
      await endSession(context);
    } finally {
      // Kept anew afterwards: a logout may have the browser clear everything this site stored.
      context.loginState.save({ ...request, postLoginPage: "/game-redirect" });
      location.assign("/login");
    }
  };

  const leave = () => {
    setIsLeaving(true);
    void leaveNow();
  };
  return { isLeaving, leave };
}
