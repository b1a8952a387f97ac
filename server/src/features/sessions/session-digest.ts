/** What is stored of a session's secret: 128 bits of its SHA-256. The secret has 256, so they are as hard to find as to guess. */
import { digestOf } from "#/platform/secrets.ts";

export function sessionDigest(secret: string): Buffer {
  return digestOf(secret).subarray(0, 16);
}
