import type { Settings } from "#/platform/settings.ts";

/** Returns whether the portal demands a second factor for these permissions. */
export function isSecondFactorDemanded(settings: Pick<Settings, "requireAdminSecondFactor">, permissions: readonly string[]): boolean {
  return settings.requireAdminSecondFactor && permissions.includes("admin");
}
