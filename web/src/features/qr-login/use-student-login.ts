import type { LoginState } from "@storyport/contract/login-state";
import type { SessionUser } from "@storyport/contract/login";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { untilGone } from "#/api/use-action.ts";
import { createHandOverMemory } from "#/features/game-login/hand-over-memory.ts";
import { forgetVisitor } from "#/features/login/visitor.ts";
import { announceLogout } from "#/features/logout/other-tabs.ts";
import { usePortal } from "#/shell/portal.ts";
import { pageAfterBadgeLogin, stateAfterBadgeLogin } from "./after-badge-login.ts";

/** With these refusals of a badge or code the server has ended the former child's session. */
const endsFormerChild = new Set(["errors.qrLoginUrlInValid", "errors.oneTimeCodeInvalid", "errors.tooManyAttempts"]);

/** Drops the former child in this browser: name, choices, hand-over and other tabs. It does so only if the refusal ended the child's session. */
export function useForgetFormerChild() {
  const { visitor, showVisitor, fresh, cookies, currentChoice } = usePortal();
  return (refusal: Failure): void => {
    const isGrownUp = visitor.is === "known" && visitor.user.loginType !== "QRCODE";
    if (!endsFormerChild.has(refusal.code) || isGrownUp) return;
    // Also if no user is known: a hand-over ends the child's session, and this tab still remembers the hand-over.
    createHandOverMemory().forget();
    if (visitor.is !== "known") return;
    forgetVisitor({ cookies, fresh });
    currentChoice.clear();
    announceLogout();
    showVisitor({ is: "nobody", expired: true });
  };
}

/** A student who has to confirm their name, because another user was, or may have been, logged in here just before. */
export interface Greeting {
  user: SessionUser;
  goOn: () => void;
}

/**
 * Runs after a student's login by badge or code. It drops everything of the former user, in the other tabs too. It leads to the game that
 * waits, else to the child's games. If another user may have been logged in, the child confirms first. `given` is the game's request in the
 * badge's address; empty for a code.
 */
export function useStudentLogin() {
  const { visitor, showVisitor, loginState, currentChoice, badgeCode } = usePortal();
  const [greeting, setGreeting] = useState<Greeting>();

  const welcome = async (user: SessionUser, given: LoginState): Promise<void> => {
    // If the visitor could not be determined, another user may have been logged in.
    const isSomeoneElse = visitor.is === "unclear" || (visitor.is === "known" && visitor.user.accountId !== user.accountId);
    currentChoice.clear();
    // Other tabs show the former user, so they get a logout event.
    announceLogout();
    const state = stateAfterBadgeLogin(loginState.read(), given, user);
    loginState.save(state);
    const leave = () => {
      badgeCode.forget();
      location.replace(pageAfterBadgeLogin(state));
    };
    if (!isSomeoneElse) {
      leave();
      return await untilGone();
    }
    // From now on the frame shows the child.
    showVisitor({ is: "known", user });
    setGreeting({ user, goOn: leave });
  };

  return { greeting, welcome };
}
