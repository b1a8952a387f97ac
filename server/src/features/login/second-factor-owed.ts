/** What a login owes after its first factor was right, whichever that was. */
import type { SessionStage } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import type { Settings } from "#/platform/settings.ts";

export type LoginAnswer = SessionUser | { secondFactor: "required" | "enrol" };

/** Whoever enrolled a second factor is always asked; an administrator enrols one first where the portal is set so (DESIGN A23). */
export function stageAfterFirstFactor(
  settings: Pick<Settings, "requireAdminSecondFactor">,
  account: { hasSecondFactor: boolean; permissions: readonly string[] },
): SessionStage {
  if (account.hasSecondFactor) return "SECOND_FACTOR";
  return isSecondFactorDemanded(settings, account.permissions) ? "ENROLMENT" : "FULL";
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
