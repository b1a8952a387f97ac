import type { SessionUser } from "@storyport/contract/login";
import type { Portal } from "#/shell/portal.ts";

/**
 * After a login, stores the display-name page for a user without a name (specification, section 4). /post-login leads there if the user may
 * set it.
 */
export function welcomeAccount({ loginState }: Pick<Portal, "loginState">, user: SessionUser): void {
  if (user.displayName === undefined) loginState.save({ ...loginState.read(), postLoginPage: "/set-display-name" });
}
