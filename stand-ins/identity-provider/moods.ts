import { providerNames, type ProviderName } from "./demo-people.ts";

/** ID tokens with one fault. The signature is correct unless it is the fault. */
export const forgeries = ["wrong-issuer", "wrong-audience", "wrong-nonce", "wrong-signature", "alg-none", "expired"] as const;
export type Forgery = (typeof forgeries)[number];

/**
 * How a provider behaves. `slow` answers late, `away` answers 503, and `unreachable` closes the connection. `evil-error` ends
 * every login with markup as error_description. The moods after it issue a forged ID token.
 */
export const moods = ["well", "slow", "away", "unreachable", "evil-error", ...forgeries] as const;
export type Mood = (typeof moods)[number];

export type Moods = Record<ProviderName, Mood>;

export const evilDescription = "<script>alert(1)</script><img src=x onerror=alert(2)> <a href=//evil.example>Log in again</a>";

export function everybodyWell(): Moods {
  return { feide: "well", google: "well", apple: "well" };
}

export function isForgery(mood: Mood): mood is Forgery {
  return forgeries.some((forgery) => forgery === mood);
}

export const moodBody = {
  type: "object",
  required: ["provider", "mood"],
  properties: { provider: { enum: providerNames }, mood: { enum: moods } },
};
