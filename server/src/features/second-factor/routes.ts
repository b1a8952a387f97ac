import * as contract from "@storyport/contract/second-factor";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { isNativeForm } from "#/platform/http/native-form.ts";
import { confirmSecondFactor } from "./confirm-second-factor.ts";
import { enrolSecondFactor } from "./enrol-second-factor.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";
import { renewBackupCodes } from "./renew-backup-codes.ts";
import { secondFactorStatus } from "./second-factor-status.ts";
import { verifySecondFactor } from "./verify-second-factor.ts";

export function secondFactorRoutes(add: AddRoute, context: AppContext): void {
  add(contract.secondFactorStatus, ({ caller }) => secondFactorStatus(context, caller));
  add(contract.enrolSecondFactor, ({ caller }) => enrolSecondFactor(context, caller));

  add(contract.confirmSecondFactor, async ({ body, caller, cookies }) => {
    const { backupCodes, login } = await confirmSecondFactor(context, caller, body);
    // A full session stays as it is. A session that could only enrol becomes a full one, with a new secret.
    if (login === undefined) return { valid: true as const, backupCodes };
    cookies.setSession(login.sessionSecret, login.user.accountId);
    return { valid: true as const, backupCodes, user: login.user };
  });

  add(contract.verifySecondFactor, async ({ body, caller, cookies, request, reply }) => {
    const { answer, accountId, sessionSecret } = await verifySecondFactor(context, caller, body);
    cookies.setSession(sessionSecret, accountId);
    // A page without script cannot read the answer, so it is redirected to the next step.
    if ("secondFactor" in answer && isNativeForm(request)) return reply.redirect("/login/second-factor?passkey=1", 303);
    return answer;
  });

  add(contract.renewBackupCodes, ({ body, caller }) => renewBackupCodes(context, caller, body));
  add(contract.removeSecondFactor, async ({ body, caller }) => {
    await removeSecondFactor(context, caller, body);
    return undefined;
  });
}
