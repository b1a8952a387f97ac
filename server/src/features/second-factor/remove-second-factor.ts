import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { isSecondFactorDemanded } from "#/features/sessions/second-factor-demanded.ts";

/**
 * Removes the caller's second factor with one of its codes. Refuses if the portal demands it (errors.secondFactorDemanded,
 * DESIGN A23), and like `proveSecondFactor`.
 */
export async function removeSecondFactor(context: AppContext, caller: LoggedInCaller, { code }: { code: string }): Promise<void> {
  const { accountId, permissions } = caller.session;
  if (isSecondFactorDemanded(context.settings, permissions)) throw new Refusal("errors.secondFactorDemanded");
  await proveSecondFactor(context, caller, {
    code,
    async unlocks(transaction) {
      await resetSecondFactor(context, transaction, { caller, accountId });
      return {};
    },
  });
}
