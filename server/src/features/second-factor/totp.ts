/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, steps of thirty seconds. Every app supports these, even if it
 * ignores the parameters of the URL.
 */
import { HOTP, Secret, TOTP } from "otpauth";
import { isSameSecret } from "#/platform/secrets.ts";

const form = { algorithm: "SHA1", digits: 6 } as const;
export const stepSeconds = 30;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The URL in the QR code. A colon would end the label's first half in the apps. Default parameters are left out, because a
 * shorter URL gives larger squares in the QR code.
 */
export function otpAuthUrl({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  const plain = (text: string): string => text.replaceAll(":", " ");
  const url = new URL(new TOTP({ ...form, period: stepSeconds, issuer: plain(issuer), label: plain(label), secret }).toString());
  for (const name of ["algorithm", "digits", "period"]) url.searchParams.delete(name);
  // Some apps read "+" literally.
  return url.href.replaceAll("+", "%20");
}

/**
 * Returns the step of this code, or undefined. Accepts the present step and its neighbours, because phone clocks are a little
 * off. The caller of this function stores the step, so that no code works twice.
 */
export function stepOf(secret: string, { digits, currentStep }: { digits: string; currentStep: number }): number | undefined {
  const key = Secret.fromBase32(secret);
  return [currentStep, currentStep - 1, currentStep + 1].find((step) =>
    isSameSecret(HOTP.generate({ ...form, secret: key, counter: step }), digits),
  );
}
