import type { Settings } from "#/platform/settings.ts";

<<<<<<< HEAD
/** What a passkey is bound to: the host of PUBLIC_URL, and its exact origin. */
=======
/** Returns what a passkey is bound to: the host of PUBLIC_URL, and its exact origin. */
>>>>>>> p10/read3
export function relyingParty({ publicUrl }: Pick<Settings, "publicUrl">): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}
