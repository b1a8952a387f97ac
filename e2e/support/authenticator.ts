import { TOTP, URI } from "otpauth";

const stepMilliseconds = 30_000;

/** Plays the authenticator app. It computes the present code and later ones from the address in the QR code. */
export function authenticator(otpAuthUrl: string): { code: (stepsAhead?: number) => string } {
  const factor = URI.parse(otpAuthUrl);
  if (!(factor instanceof TOTP)) throw new Error("The address is not one of a time-based code.");
  return { code: (stepsAhead = 0) => factor.generate({ timestamp: Date.now() + stepsAhead * stepMilliseconds }) };
}
