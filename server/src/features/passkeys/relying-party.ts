import type { Settings } from "#/platform/settings.ts";

/** Returns what a passkey is bound to: the host of PUBLIC_URL, and its exact origin. */
export function relyingParty({ publicUrl }: Pick<Settings, "publicUrl">): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}
