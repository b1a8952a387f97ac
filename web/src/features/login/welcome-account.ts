import type { SessionUser } from "@storyport/contract/login";
import type { Portal } from "#/shell/portal.ts";

/**
 * After a login, stores the display-name page for a user without a name who may set one (specification, section 4). For other users the
 * wanted page stays, as at /post-login (`page-after-login.ts`).
 */
export function welcomeAccount({ loginState }: Pick<Portal, "loginState">, { displayName, permissions }: SessionUser): void {
  if (displayName !== undefined || !permissions.includes("set_display_name")) return;
  loginState.save({ ...loginState.read(), postLoginPage: "/set-display-name" });
}
