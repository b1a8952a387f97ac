/** The spelling of codes, and which typing errors are tolerated. */
import { randomInt } from "node:crypto";

/** Crockford's base 32 has no look-alike characters. Ten characters are 50 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 10;
const codesAtATime = 10;

const lookAlikes: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

export type TypedCode = { kind: "app"; digits: string } | { kind: "backup"; code: string };

/** Returns ten different codes for display, in two halves so that they are easy to read and type. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codesAtATime) {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
    codes.add(`${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
  }
  return [...codes];
}

/**
 * Reads a typed code: ignores case, spaces, dashes and invisible characters, and corrects look-alikes. Returns undefined if it cannot be
 * a code.
 */
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
