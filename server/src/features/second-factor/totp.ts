/**
 * Codes as authenticator apps make them (RFC 6238): SHA-1, six digits, steps of thirty seconds, since that is what every app
 * reads whatever else the address says.
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
 * What the QR picture holds. A colon would end the label's first half in the apps. What every app takes for granted is left out: the
 * shorter the address, the larger each square of the picture.
 */
export function otpAuthUrl({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  const plain = (text: string): string => text.replaceAll(":", " ");
  const url = new URL(new TOTP({ ...form, period: stepSeconds, issuer: plain(issuer), label: plain(label), secret }).toString());
  for (const name of ["algorithm", "digits", "period"]) url.searchParams.delete(name);
  // An app may read "+" as it stands.
  return url.href.replaceAll("+", "%20");
}

/** The step whose code this is: the present one, or its neighbour, since clocks of telephones are a little off (DESIGN A23). */
export function stepOf(secret: string, { digits, currentStep }: { digits: string; currentStep: number }): number | undefined {
  const key = Secret.fromBase32(secret);
  return [currentStep, currentStep - 1, currentStep + 1].find((step) =>
    isSameSecret(HOTP.generate({ ...form, secret: key, counter: step }), digits),
  );
}
