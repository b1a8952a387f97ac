import { TOTP, URI } from "otpauth";

const stepMilliseconds = 30_000;

/** What a telephone's app makes of the address that the QR picture holds: the code of now, and those that come after it. */
export function authenticator(otpAuthUrl: string): { code: (stepsAhead?: number) => string } {
  const factor = URI.parse(otpAuthUrl);
  if (!(factor instanceof TOTP)) throw new Error("The address is not one of a time-based code.");
  return { code: (stepsAhead = 0) => factor.generate({ timestamp: Date.now() + stepsAhead * stepMilliseconds }) };
}
