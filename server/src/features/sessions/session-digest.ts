import { digestOf } from "#/platform/secrets.ts";

/** The stored form of a session's secret: 128 bits of its SHA-256. That is as hard to guess as needed, since the secret has 256 bits. */
export function sessionDigest(secret: string): Buffer {
  return digestOf(secret).subarray(0, 16);
}
