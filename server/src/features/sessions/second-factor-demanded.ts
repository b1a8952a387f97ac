import type { Settings } from "#/platform/settings.ts";

/** Whether an account with these permissions has to have a second factor here. */
export function isSecondFactorDemanded(settings: Pick<Settings, "requireAdminSecondFactor">, permissions: readonly string[]): boolean {
  return settings.requireAdminSecondFactor && permissions.includes("admin");
}
