import type { Settings } from "#/platform/settings.ts";

/** With `activateAccount` the page welcomes an invited user, who has no password yet. */
export function activationUrl({ publicUrl }: Pick<Settings, "publicUrl">, token: string): string {
  return `${publicUrl}/account/set-password?code=${token}&activateAccount=true`;
}
