import { getHalfLogin } from "@storyport/contract/passkeys";
import { isNotLoggedIn } from "#/api/api-error.ts";
import { requireHalfLogin } from "#/features/login/require-account.ts";
import type { Portal } from "#/shell/portal.ts";

/**
 * Returns whether the account of the half login has a passkey. If the half login has ended, `hasPasskey` is false, and the page's own action
 * says that it has. Another failure says nothing about passkeys, so it is thrown, and the page offers a retry. A fully logged-in user is
 * redirected.
 */
export async function loadHalfLogin({ call, visitor }: Pick<Portal, "call" | "visitor">): Promise<{ hasPasskey: boolean }> {
  requireHalfLogin({ visitor });
  try {
    return await call(getHalfLogin);
  } catch (error) {
    if (isNotLoggedIn(error, getHalfLogin)) return { hasPasskey: false };
    throw error;
  }
}
