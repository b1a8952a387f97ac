/** The request of the login form, apart from it: a page that only shows the form goes without the endpoint and its schemas. */
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import type { SessionUser } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/roles";
import type { RouterContext } from "#/router.tsx";
import { deviceName } from "./device-name.ts";

/** Logs in on the server and keeps the account it answers with, and its permissions. Rejects with an ApiError where it refuses. */
export async function logIn(
  { call, fresh }: Pick<RouterContext, "call" | "fresh">,
  credentials: { email: string; password: string },
): Promise<SessionUser> {
  const answer = await call(logInWithPassword, { body: { ...credentials, deviceName: deviceName(navigator.userAgent) } });
  if ("secondFactor" in answer) throw new TypeError("This build cannot ask for a second factor.");
  fresh.forget();
  fresh.keep(validateAuth, answer);
  fresh.keep(listOwnPermissions, answer.permissions);
  return answer;
}
