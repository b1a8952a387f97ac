import { getHalfLogin } from "@storyport/contract/passkeys";
import { ApiError } from "#/api/api-error.ts";
import { requireHalfLogin } from "#/features/login/require-account.ts";
import type { Portal } from "#/shell/portal.ts";

/** Says whether the half login has a passkey. After a failure it says no. If the half login has ended, the page's own action says so. */
export async function loadHalfLogin({ call, visitor }: Pick<Portal, "call" | "visitor">): Promise<{ hasPasskey: boolean }> {
  requireHalfLogin({ visitor });
  try {
    return await call(getHalfLogin);
  } catch (error) {
    if (error instanceof ApiError) return { hasPasskey: false };
    throw error;
  }
}
