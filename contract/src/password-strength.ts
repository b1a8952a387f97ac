/** The rule for new passwords: one pure function for both sides (specification, section 5). */
import { codePoints, isFarTooLong } from "#/text-rules.ts";
import { limits } from "#/limits.ts";
import type { PasswordStrength } from "#/vocabulary.ts";

export type PasswordFault =
  | "tooShort"
  | "tooLong"
  | "repeatedCharacters"
  | "noLowercase"
  | "noUppercase"
  | "noDigit"
  | "noSpecialCharacter";

const repeated = new RegExp(`(.)\\1{${limits.password.repeatedCharacters - 1}}`, "su");
const classes: readonly (readonly [PasswordFault, RegExp])[] = [
  ["noLowercase", /\p{Ll}/u],
  ["noUppercase", /\p{Lu}/u],
  ["noDigit", /\p{Nd}/u],
  ["noSpecialCharacter", /[^\p{L}\p{M}\p{Nd}]/u],
];

/** GOOD passes. BAD breaks length or repetition. WEAK only lacks one of the four kinds of character. A long passphrase may lack them. */
export function ratePassword(password: string): { strength: PasswordStrength; faults: PasswordFault[] } {
  const length = codePoints(password);
  const faults: PasswordFault[] = [];
  if (length < limits.password.newMin) faults.push("tooShort");
  // The specification says "fewer than 128" (5.5). A login still accepts 128.
  if (length >= limits.password.max) faults.push("tooLong");
  if (!isFarTooLong(password) && repeated.test(password.normalize("NFC"))) faults.push("repeatedCharacters");
  if (faults.length > 0) return { strength: "BAD", faults };
  if (length >= limits.password.passphraseFrom) return { strength: "GOOD", faults };
  for (const [fault, pattern] of classes) if (!pattern.test(password)) faults.push(fault);
  return { strength: faults.length > 0 ? "WEAK" : "GOOD", faults };
}
