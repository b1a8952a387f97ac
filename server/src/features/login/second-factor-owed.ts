/** What a login owes after its first factor was right, whichever that was. */
import type { SessionStage } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Settings } from "#/platform/settings.ts";
import { hasSecondFactor } from "./queries.ts";

export type LoginAnswer = SessionUser | { secondFactor: "required" | "enrol" };

/** Whoever enrolled a second factor is always asked; an administrator enrols one first where the portal is set so (DESIGN A23). */
export function stageAfterFirstFactor(
  settings: Pick<Settings, "requireAdminSecondFactor">,
  account: { hasSecondFactor: boolean; permissions: readonly string[] },
): SessionStage {
  if (account.hasSecondFactor) return "SECOND_FACTOR";
  return isSecondFactorDemanded(settings, account.permissions) ? "ENROLMENT" : "FULL";
}

/**
 * The same once the account's row is held, in the transaction that begins the session: a factor that was confirmed since the account
 * was looked at is owed too. Confirming ends every other session, and must not miss the one that begins at that moment.
 */
export async function stageOnceHeld(transaction: Transaction<Tables>, accountId: string, stage: SessionStage): Promise<SessionStage> {
  return stage !== "SECOND_FACTOR" && (await hasSecondFactor(transaction, accountId)) ? "SECOND_FACTOR" : stage;
}

/** Whether an account with these permissions has to have a second factor here. */
export function isSecondFactorDemanded(settings: Pick<Settings, "requireAdminSecondFactor">, permissions: readonly string[]): boolean {
  return settings.requireAdminSecondFactor && permissions.includes("admin");
}

/** Who is logged in is told only once nothing is owed any more. */
export function answerAt(stage: SessionStage, user: SessionUser): LoginAnswer {
  if (stage === "FULL") return user;
  return { secondFactor: stage === "SECOND_FACTOR" ? "required" : "enrol" };
}
