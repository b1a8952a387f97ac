import { digestOf } from "#/platform/secrets.ts";

/** Returns the stored form of a session's secret: 128 bits of its SHA-256. The secret has 256 bits, so these are hard enough to guess. */
export function sessionDigest(secret: string): Buffer {
  return digestOf(secret).subarray(0, 16);
}
