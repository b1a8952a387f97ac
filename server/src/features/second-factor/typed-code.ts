/** How codes are spelled, and what is forgiven to who types one. */
import { randomInt } from "node:crypto";

/** Crockford's base 32: nothing in it looks like another. Ten characters are 50 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 10;
const codesAtATime = 10;

const lookAlikes: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

export type TypedCode = { kind: "app"; digits: string } | { kind: "backup"; code: string };

/** Ten different codes, as they are shown: in two halves, so that they can be read and typed. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codesAtATime) {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
    codes.add(`${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
  }
  return [...codes];
}

/** The code that was meant: case, spaces, hyphens and look-alikes forgiven; undefined for what cannot be one. */
export function readTypedCode(typed: string): TypedCode | undefined {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
  if (/^\d{6}$/.test(plain)) return { kind: "app", digits: plain };
  const code = [...plain].map((character) => lookAlikes[character] ?? character).join("");
  const isBackup = code.length === codeLength && [...code].every((character) => alphabet.includes(character));
  return isBackup ? { kind: "backup", code } : undefined;
}
