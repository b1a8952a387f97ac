import type { LoginState } from "@storyport/contract/login-state";
import type { SessionUser } from "@storyport/contract/login";
import { useState } from "react";
import { createHandOverMemory } from "#/features/game-login/hand-over-memory.ts";
import { forgetVisitor } from "#/features/login/visitor.ts";
import { announceLogout } from "#/features/logout/other-tabs.ts";
import { usePortal } from "#/shell/portal.ts";
import { pageAfterBadgeLogin, stateAfterBadgeLogin } from "./after-badge-login.ts";

/** Ends, for this browser, the child whose session the server ended when a badge failed: its name, its way into a game, its tabs. */
export function useForgetFormerChild() {
  const { visitor, showVisitor, fresh, cookies, currentChoice } = usePortal();
  return (): void => {
    createHandOverMemory().forget();
    if (visitor.is !== "known" || visitor.user.loginType !== "QRCODE") return;
    forgetVisitor({ cookies, fresh });
    currentChoice.clear();
    announceLogout();
    showVisitor({ is: "nobody", expired: true });
  };
}

/** A student who is asked whether it is them, since somebody else was logged in here a moment ago. */
export interface Greeting {
  user: SessionUser;
  goOn: () => void;
}

/**
 * What follows a student's login, by badge or by code: everything of whoever was here is forgotten, in the other tabs too, and the
 * child goes on to the game. Where another session was open the child says first that it is them (research 4.3).
 */
export function useStudentLogin() {
  const { visitor, showVisitor, loginState, currentChoice, badgeCode } = usePortal();
  const [greeting, setGreeting] = useState<Greeting>();

  const welcome = (user: SessionUser, given: LoginState): void => {
    const isSomeoneElse = visitor.is === "unclear" || (visitor.is === "known" && visitor.user.accountId !== user.accountId);
    currentChoice.clear();
    // To the other tabs it is the same: who was here is here no more.
    announceLogout();
    const state = stateAfterBadgeLogin(loginState.read(), given, user);
    loginState.save(state);
    const leave = () => {
      badgeCode.forget();
      location.replace(pageAfterBadgeLogin(state));
    };
    if (!isSomeoneElse) return leave();
    // The frame shows who is logged in: from now on, the child.
    showVisitor({ is: "known", user });
    setGreeting({ user, goOn: leave });
  };

  return { greeting, welcome };
}
