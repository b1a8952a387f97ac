import { providerNames, type ProviderName } from "./demo-people.ts";

/** ID tokens with one thing wrong, each signed correctly where the signature is not the thing. */
export const forgeries = ["wrong-issuer", "wrong-audience", "wrong-nonce", "wrong-signature", "alg-none", "expired"] as const;
export type Forgery = (typeof forgeries)[number];

/**
 * How a provider behaves: `well`; `slow` answers late; `away` answers 503; `unreachable` hangs up; `evil-error` ends every
 * login with an error_description that is markup; or it hands out a forged ID token.
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
