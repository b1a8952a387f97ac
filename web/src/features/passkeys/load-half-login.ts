import { getHalfLogin } from "@storyport/contract/passkeys";
import { ApiError } from "#/api/api-error.ts";
import type { Portal } from "#/shell/portal.ts";

/** If the half login has ended, the page's own action says so. */
export async function loadHalfLogin({ call }: Pick<Portal, "call">): Promise<{ hasPasskey: boolean }> {
  try {
    return await call(getHalfLogin);
  } catch (error) {
    if (error instanceof ApiError) return { hasPasskey: false };
    throw error;
  }
}
