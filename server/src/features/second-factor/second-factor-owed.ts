import type { SessionStage } from "@storyport/contract/endpoint";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { isSecondFactorDemanded } from "#/features/sessions/second-factor-demanded.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { hasFactor } from "./queries.ts";

/**
 * What a login owes after its first factor was right, whichever that was. Whoever enrolled a second factor is always asked; an
 * administrator enrols one first where the portal is set so (DESIGN A23). To be asked in the transaction that begins the session,
 * once the account is held: a factor that was confirmed while a password was looked at is asked for all the same.
 */
export async function stageAfterFirstFactor(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<SessionStage> {
  return stageOf(context, { permissions, hasFactor: await hasFactor(transaction, id) });
}

/** The same where the second factor has been looked for: after the account was held. */
export function stageOf(
  { settings }: Pick<AppContext, "settings">,
  { permissions, hasFactor }: { permissions: readonly string[]; hasFactor: boolean },
): SessionStage {
  if (hasFactor) return "SECOND_FACTOR";
  return isSecondFactorDemanded(settings, permissions) ? "ENROLMENT" : "FULL";
}
