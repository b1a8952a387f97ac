import type { secondFactorStatus as endpoint } from "@storyport/contract/second-factor";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findStatus } from "./queries.ts";
import { isSecondFactorDemanded } from "#/features/sessions/second-factor-demanded.ts";

/**
 * Returns whether the caller has a second factor, whether the portal demands it, and the number of backup codes left (specification, section
 * 3).
 */
export async function secondFactorStatus(
  { database, settings }: AppContext,
  { session }: LoggedInCaller,
): Promise<ResponseOf<typeof endpoint>> {
  const status = await findStatus(database, session.accountId);
  return {
    enrolled: status !== undefined,
    required: isSecondFactorDemanded(settings, session.permissions),
    ...(status === undefined ? {} : { confirmedAt: status.confirmed_at.toISOString() }),
    backupCodesLeft: status?.codes_left ?? 0,
  };
}
