/** One-time and bearer secrets are stored only as digests. Secrets that must be read again are sealed. */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text has the form of `newSecret`. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Different characters of a secret that a person sets. Random secrets have more; "aaaa..." has one. */
const fewestCharacters = 5;
export const variedWords = `must have at least ${fewestCharacters} different characters, such as random ones (openssl rand -base64 32)`;

/** Returns false for a text that is plainly not random. */
export function isVaried(text: string): boolean {
  return new Set(text).size >= fewestCharacters;
}

/** SHA-256. Safe for secrets of 128 bits and more, which cannot be guessed from it. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** base64url(SHA-256): the S256 transformation of RFC 7636. */
export function challengeOf(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

/** HMAC-SHA-256 in base64url. */
export function hmacOf(key: Buffer, message: string): string {
  return createHmac("sha256", key).update(message).digest("base64url");
}

/** Compares in constant time, so that the time does not reveal where two texts differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b));
}

/** The key that seals, then previous keys, which only open. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

export interface Vault {
  /** The names of the keys. The first key seals. */
  keyIds: readonly string[];
  /** Seals with the first key. */
  seal(plain: string): Buffer;
  /** Opens with any of the keys. Throws if the sealed bytes were changed or another key sealed them. */
  open(sealed: Buffer): string;
  /** Returns the name of the key that sealed the bytes; undefined if it is none of ours. */
  sealerOf(sealed: Buffer): string | undefined;
  /** A keyed digest, for texts that are short enough to be guessed from a plain digest. */
  digest(short: string): Buffer;
}

/** `digestKey` is the same for all keys, because a digest cannot be made again from what is stored. */
export function createVault(keys: SecretKeys, digestKey: Buffer): Vault {
  return {
    keyIds: keys.map(keyId),
    seal: (plain) => sealWith(keys[0], plain),
    open(sealed) {
      const key = keyThatOpens(keys, sealed);
      if (key === undefined) throw new Error("No key of SECRET_KEY opens this.");
      return openWith(key, sealed);
    },
    sealerOf(sealed) {
      const key = keyThatOpens(keys, sealed);
      return key && keyId(key);
    },
    // The prefix keeps digests apart from `keyId`. A database from before the canary has a key of SECRET_KEY as its digest key.
    digest: (short) => createHmac("sha256", digestKey).update(`digest\0${short}`).digest(),
  };
}

/** Names a key without disclosing it. */
export function keyId(key: Buffer): string {
  return createHmac("sha256", key).update("key id").digest("hex").slice(0, 8);
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the sealed text. */
export function sealWith(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the sealed bytes were changed or another key sealed them. */
export function openWith(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
}

/** Returns the first key that opens the sealed value; undefined if none does. */
export function keyThatOpens(keys: readonly Buffer[], sealed: Buffer): Buffer | undefined {
  return keys.find((key) => {
    try {
      openWith(key, sealed);
      return true;
    } catch {
      return false;
    }
  });
}
