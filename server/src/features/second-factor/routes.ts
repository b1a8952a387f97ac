import {
  confirmSecondFactor,
  enrolSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
  secondFactorStatus,
  verifySecondFactor,
} from "@storyport/contract/second-factor";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { confirmSecondFactor as confirm } from "./confirm-second-factor.ts";
import { enrolSecondFactor as enrol } from "./enrol-second-factor.ts";
import { removeSecondFactor as remove } from "./remove-second-factor.ts";
import { renewBackupCodes as renew } from "./renew-backup-codes.ts";
import { secondFactorStatus as status } from "./second-factor-status.ts";
import { verifySecondFactor as verify } from "./verify-second-factor.ts";

export function secondFactorRoutes(add: AddRoute, context: AppContext): void {
  add(secondFactorStatus, ({ caller }) => status(context, caller));
  add(enrolSecondFactor, ({ caller }) => enrol(context, caller));

  add(confirmSecondFactor, async ({ body, caller, cookies }) => {
    const { backupCodes, login } = await confirm(context, caller, body);
    if (login === undefined) return { valid: true as const, backupCodes };
    cookies.setSession(login.sessionSecret, login.user.accountId);
    return { valid: true as const, backupCodes, user: login.user };
  });

  add(verifySecondFactor, async ({ body, caller, cookies }) => {
    const { user, sessionSecret } = await verify(context, caller, body);
    cookies.setSession(sessionSecret, user.accountId);
    return user;
  });

  add(renewBackupCodes, ({ body, caller }) => renew(context, caller, body));
  add(removeSecondFactor, async ({ body, caller }) => {
    await remove(context, caller, body);
    return undefined;
  });
}
