import type { LoginState } from "@storyport/contract/login-state";
import type { Visitor } from "./visitor.ts";

/** Where somebody who was logged in comes back to: the profile page, where everything is that takes a fresh login. */
const profile = "/users/me";

/**
 * What the next login is for. Whoever was still logging in, and whose half session ended over it, goes on to where that login led: a
 * game's request must not be lost over a second factor that took too long.
 */
export function afterLoggingInAgain(stored: LoginState, visitor: Visitor["is"]): LoginState {
  if (visitor === "known") return { postLoginPage: profile };
  const { loginType: _loginType, loggedInToken: _loggedInToken, ...login } = stored;
  return login;
}
