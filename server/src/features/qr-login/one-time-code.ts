/** How one-time codes are spelled: what a child can read aloud, type and mistype. */
import { randomInt } from "node:crypto";

/** Consonants and digits: no word comes out of them, and none looks like another. 23^6 are 148 million. */
const alphabet = "CDFGHJKMNPQRTVWX2345789";
const codeLength = 6;

/** What is read instead of a character of ours, and means it. */
const lookAlikes: Readonly<Record<string, string>> = { Z: "2", S: "5", B: "8", "6": "G", O: "Q", "0": "Q" };

export function newOneTimeCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The code that was meant: case, spaces, dashes and look-alikes forgiven; undefined for what cannot be one. */
export function readOneTimeCode(typed: string): string | undefined {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
  const code = [...plain].map((character) => lookAlikes[character] ?? character).join("");
  return code.length === codeLength && [...code].every((character) => alphabet.includes(character)) ? code : undefined;
}
