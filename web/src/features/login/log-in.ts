import { logInWithPassword } from "@storyport/contract/login";
import type { Portal } from "#/shell/portal.ts";
import { forgetVisitor } from "./visitor.ts";
import { welcomeAccount } from "./welcome-account.ts";

/** What is left of a login whose first factor was right, by what the server says is owed. */
const stillOwed = { required: "/login/second-factor", enrol: "/login/second-factor?enrol=1" } as const;

/**
 * Logs in on the server and answers the page to go on to. Rejects with an ApiError where it refuses. Who still owes a second factor
 * is nobody to the portal yet; the login state stays, so that the login goes on to where it was for.
 */
export async function logIn(
  context: Pick<Portal, "call" | "fresh" | "cookies" | "loginState">,
  credentials: { email: string; password: string; deviceName: string },
): Promise<string> {
  const answer = await context.call(logInWithPassword, { body: credentials });
  if ("secondFactor" in answer) {
    forgetVisitor(context);
    return stillOwed[answer.secondFactor];
  }
  welcomeAccount(context, answer);
  return "/post-login";
}
