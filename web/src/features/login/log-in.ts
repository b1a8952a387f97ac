import { logInWithPassword } from "@storyport/contract/login";
import type { Portal } from "#/shell/portal.ts";
import { forgetVisitor } from "./visitor.ts";
import { welcomeAccount } from "./welcome-account.ts";

const stepPage = "/login/second-factor";

/**
 * Logs in on the server and returns the next page. Rejects with an ApiError after a refusal. If a second factor or a passkey is still
 * needed, the user is not logged in yet. So the `user` cookie, which the server has set, is removed, and the login state stays as it is.
 * The page of that step calls `welcomeAccount` itself.
 */
export async function logIn(
  context: Pick<Portal, "call" | "fresh" | "cookies" | "loginState">,
  credentials: { email: string; password: string; deviceName: string },
): Promise<string> {
  const answer = await context.call(logInWithPassword, { body: credentials });
  if ("secondFactor" in answer) {
    forgetVisitor(context);
    const step = answer.secondFactor;
    // The other steps have pages of their own at the same address (pages.ts).
    return step === "required" ? stepPage : `${stepPage}?${step}=1`;
  }
  welcomeAccount(context, answer);
  return "/post-login";
}
