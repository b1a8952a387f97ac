/** The rules of the fields as plain functions, so that pages can use them without the schema library. */
import { limits } from "#/limits.ts";

/** PostgreSQL cannot store U+0000, and a lone surrogate is not text. */
export function isStorable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

/** In Unicode a code point has at most six units in its longest spelling, so this is enough for 341 of them. The longest text has 300. */
const longestInUnits = limits.deviceName.max * 4 * 2;

/**
 * Check it before normalizing. The time of normalizing grows with the square of a run of accents. 64 kB of accents blocked the server for
 * a second.
 */
export function isFarTooLong(value: string): boolean {
  return value.length > longestInUnits;
}

/** Counts code points after NFC, so that å counts as one however it was typed. */
export function codePoints(value: string): number {
  if (isFarTooLong(value)) return value.length;
  return [...value.normalize("NFC")].length;
}

/** The excluded signs have meanings in mail headers: quotes, comments, and lists of addresses (RFC 5322, section 3.2.3). */
const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
/** Characters that no address may contain: control and format characters (CR, LF, bidi marks), which mail software interprets. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns the form of an address that is stored and compared: NFKC, trimmed, lower case. */
export function normalizeEmail(value: string): string {
  // Returned unchanged; its length will be refused.
  if (isFarTooLong(value)) return value;
  return value.normalize("NFKC").trim().toLowerCase();
}

/** Checks the normalized address, so white space around it is allowed. */
export function isEmail(value: string): boolean {
  const address = normalizeEmail(value);
  return address.length <= limits.email.max && !unprintable.test(address) && emailPattern.test(address);
}

/** The name of a player whose student was erased. Its results stay in the figures of the class. */
export const erasedPlayerName = "-";

/** The letters of base64url, in which the secrets of links and badges are written. */
export const tokenLetters = /^[A-Za-z0-9_-]+$/;

/** A mailed or printed proof, neither too short nor too long for one of ours. */
export function isLinkToken(value: string): boolean {
  const { min, max } = limits.resetToken;
  return value.length >= min && value.length <= max && tokenLetters.test(value);
}

/** Markup is never displayed, so it is not stored. Removes everything that looks like a tag, and collapses white space. */
export function stripMarkup(value: string): string {
  const kept: string[] = [];
  const opened: number[] = [];
  for (const character of value) {
    // From the innermost outwards in one pass, so that removing an inner tag never forms a new one.
    const from = character === ">" ? opened.pop() : undefined;
    if (from !== undefined) kept.splice(from, Infinity, " ");
    else {
      if (character === "<") opened.push(kept.length);
      kept.push(character);
    }
  }
  return kept.join("").replace(/\s+/gu, " ").trim();
}

/** Returns a name as it is stored: without markup, in NFC. */
export function plainName(value: string): string {
  return stripMarkup(value).normalize("NFC");
}

/** Scripts with joiners inside words, such as Persian and Sinhala. Elsewhere a joiner only hides. */
const joining =
  "[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]";
/** The characters of names besides letters, marks and digits, also in Hebrew, Tibetan and Japanese. */
const nameCharacter = "[\\p{L}\\p{M}\\p{N} .,'\u2019\u00b4`\\-\u2010\u2011\u2013()&/+_\u00b7\u00aa\u00ba\u05be\u05f3\u05f4\u0f0b\u30fb]";
const nameCharacters = new RegExp(`^(?:${nameCharacter}|(?<=${joining})[\u200c\u200d](?=${joining}))+$`, "u");

/**
 * Marks that stack on one letter until they cover the lines above and below. Real letters have at most four (Hebrew with two
 * points, dagesh and vowel; Tibetan). Spacing marks come in sixes in Burmese. Counts decomposed characters.
 */
const piledMarks = /[\p{Mn}\p{Me}]{5}|\p{M}{7}|^\p{M}/u;

/** Returns the rule that a display name breaks, or undefined (specification, sections 5 and 8). */
export function displayNameFault(value: string): "errors.displayNameLength" | "errors.displayNameSpecialCharacters" | undefined {
  const name = stripMarkup(value);
  if (!fitsLength(name, limits.displayName)) return "errors.displayNameLength";
  return isWritable(name) ? undefined : "errors.displayNameSpecialCharacters";
}

/** Returns whether it is a valid name for a child. Bo, Li and Ea are names, and so is one letter (DESIGN A25). */
export function isStudentName(value: string): boolean {
  const name = stripMarkup(value);
  return fitsLength(name, limits.studentName) && isWritable(name);
}

function fitsLength(name: string, { min, max }: { min: number; max: number }): boolean {
  const length = codePoints(name);
  return length >= min && length <= max;
}

function isWritable(name: string): boolean {
  return nameCharacters.test(name) && !piledMarks.test(name.normalize("NFD"));
}
