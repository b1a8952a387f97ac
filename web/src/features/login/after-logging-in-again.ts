import type { LoginState } from "@storyport/contract/login-state";
import type { Visitor } from "./visitor.ts";

/** After a new login the user returns to the profile, which has all actions that need a fresh login. */
const profile = "/users/me";

/**
 * Returns the login state for the next login. If a half session ended, its state stays: a game's request must survive a slow second factor.
 */
export function afterLoggingInAgain(stored: LoginState, visitor: Visitor["is"]): LoginState {
  if (visitor === "known") return { postLoginPage: profile };
  const { loginType: _loginType, loggedInToken: _loggedInToken, ...login } = stored;
  return login;
}
