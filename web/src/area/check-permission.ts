import { freshness } from "@storyport/contract/limits";
import type { SessionUser } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import { forgetVisitor } from "#/features/login/visitor.ts";
import type { Portal } from "#/shell/portal.ts";

interface Checked {
  context: Pick<Portal, "cookies" | "fresh"> & { user: SessionUser };
}

/**
 * Checks that the account may open a page. If the permission is missing, it fetches the permissions again, unless they are less than
 * a second old. If that fails, the browser's copy of the account is dropped (specification, section 6). The server enforces the
 * permission anyway.
 */
export async function checkPermission({ context }: Checked, needed: PermissionKey): Promise<{ isAllowed: boolean }> {
  if (context.user.permissions.includes(needed)) return { isAllowed: true };
  try {
    const permissions = await context.fresh.get(listOwnPermissions, freshness.account);
    return { isAllowed: permissions.includes(needed) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    forgetVisitor(context);
    return { isAllowed: false };
  }
}
