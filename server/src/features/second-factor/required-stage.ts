import type { SessionStage } from "@storyport/contract/endpoint";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { PasskeyStep } from "#/features/passkeys/passkey-step.ts";
import { isSecondFactorDemanded } from "#/features/sessions/second-factor-demanded.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { hasFactor } from "./queries.ts";

/**
 * Returns the stage that a login at a provider begins with. A provider is a proof of its own, so no passkey is needed
 * (docs/decisions/0073). An account with a second factor must always pass it. An administrator without one enrols first if the portal
 * demands it (DESIGN A23). Call it in the transaction that begins the session, after the account is locked. A factor confirmed during the
 * login then still counts.
 */
export async function stageAfterFirstFactor(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<SessionStage> {
  return stageOf(context, { permissions, hasFactor: await hasFactor(transaction, id), passkey: "none" });
}

/**
 * Returns the stage that a login by password begins with. The caller locks the account and then reads the second factor and the passkeys.
 * A passkey is both factors, so its use replaces a code. An account that must add its first passkey passes the code first.
 */
export function stageOf(
  { settings }: Pick<AppContext, "settings">,
  { permissions, hasFactor, passkey }: { permissions: readonly string[]; hasFactor: boolean; passkey: PasskeyStep },
): SessionStage {
  if (passkey === "use") return "PASSKEY";
  if (hasFactor) return "SECOND_FACTOR";
  if (passkey === "add") return "PASSKEY";
  return isSecondFactorDemanded(settings, permissions) ? "ENROLMENT" : "FULL";
}
