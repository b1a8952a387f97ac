import type { SessionStage } from "@storyport/contract/endpoint";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { isSecondFactorDemanded } from "#/features/sessions/second-factor-demanded.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { hasFactor } from "./queries.ts";

/**
 * Returns the stage of a login after its first factor. An account with a second factor must always pass it; an administrator
 * enrols first if the portal demands it (DESIGN A23). Call it in the transaction that begins the session, after the account is
 * locked. A factor confirmed during the password check then still counts.
 */
export async function stageAfterFirstFactor(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<SessionStage> {
  return stageOf(context, { permissions, hasFactor: await hasFactor(transaction, id) });
}

/** The same if the caller has read the second factor already, after it locked the account. */
export function stageOf(
  { settings }: Pick<AppContext, "settings">,
  { permissions, hasFactor }: { permissions: readonly string[]; hasFactor: boolean },
): SessionStage {
  if (hasFactor) return "SECOND_FACTOR";
  return isSecondFactorDemanded(settings, permissions) ? "ENROLMENT" : "FULL";
}
