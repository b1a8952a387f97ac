import type { Settings } from "#/platform/settings.ts";

/** Where an activation link leads. */
export function activationUrl({ publicUrl }: Pick<Settings, "publicUrl">, token: string): string {
  return `${publicUrl}/account/set-password?code=${token}&activateAccount=true`;
}
