import type { Settings } from "#/platform/settings.ts";

export function activationUrl({ publicUrl }: Pick<Settings, "publicUrl">, token: string): string {
  return `${publicUrl}/account/set-password?code=${token}&activateAccount=true`;
}
