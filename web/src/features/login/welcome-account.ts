import { validateAuth } from "@storyport/contract/login";
import type { SessionUser } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import type { RouterContext } from "#/router-context.ts";

/**
 * What follows a finished login: the account and its permissions are kept, and whoever has no display name is asked for one first
 * (specification, section 4). /post-login leads on.
 */
export function welcomeAccount({ fresh, loginState }: Pick<RouterContext, "fresh" | "loginState">, user: SessionUser): void {
  fresh.forget();
  fresh.keep(validateAuth, user);
  fresh.keep(listOwnPermissions, user.permissions);
  if (user.displayName === undefined) loginState.save({ ...loginState.read(), postLoginPage: "/set-display-name" });
}
