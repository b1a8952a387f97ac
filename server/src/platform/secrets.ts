/** One-time and bearer secrets are stored only as digests. Secrets that must be read again are sealed. */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** 256 random bits as 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256. Safe for secrets of 128 bits and more, which cannot be guessed from it. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** base64url(SHA-256): the S256 transformation of RFC 7636. */
export function challengeOf(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

export function hmacOf(key: Buffer, message: string): string {
  return createHmac("sha256", key).update(message).digest("base64url");
}

/** Compares in constant time, so that the time does not reveal where two texts differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b));
}

export interface Vault {
  seal(plain: string): Buffer;
  /** Throws if the sealed bytes were changed or another key sealed them. */
  open(sealed: Buffer): string;
  /** A digest made with this key, for texts that are short enough to be guessed from a plain digest. */
  digest(short: string): Buffer;
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the sealed text. */
export function createVault(key: Buffer): Vault {
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
    },
    digest: (short) => createHmac("sha256", key).update(`digest\0${short}`).digest(),
  };
}

/** The demo's key: created at the first start and stored beside the embedded database. Production sets SECRET_KEY. */
export async function keepKeyInFolder(folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "secret.key");
  try {
    await writeFile(path, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return Buffer.from(await readFile(path, "utf8"), "base64");
}
