import { digestOf } from "#/platform/secrets.ts";

<<<<<<< HEAD
/** The stored form of a session's secret: 128 bits of its SHA-256. That is as hard to guess as needed, since the secret has 256 bits. */
=======
/** Returns the stored form of a session's secret: 128 bits of its SHA-256. The secret has 256 bits, so these are hard enough to guess. */
>>>>>>> p10/read3
export function sessionDigest(secret: string): Buffer {
  return digestOf(secret).subarray(0, 16);
}
