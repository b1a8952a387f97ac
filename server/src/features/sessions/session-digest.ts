import { digestOf } from "#/platform/secrets.ts";

/**
 * Returns the stored form of a session's secret: half of its SHA-256, because there are millions of these rows. The secret has 256 bits, so
 * 128 bits are hard enough to guess.
 */
export function sessionDigest(secret: string): Buffer {
  return digestOf(secret).subarray(0, 16);
}
