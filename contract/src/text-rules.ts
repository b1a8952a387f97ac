/** The rules of the fields as plain functions: pages ask them too, and go without the schema library. */
import { limits } from "#/limits.ts";

/** PostgreSQL cannot store U+0000, and a lone surrogate is not text. */
export function isStorable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

/**
 * Longer than anything this contract takes, however it is composed (four code points to one, two units each). Asked before text is
 * normalized: that takes a time that grows with the square of a run of accents, and 64 kB of them held up everybody for a second.
 */
export function isFarTooLong(value: string): boolean {
  return value.length > 2048;
}

/** Length is counted in code points after NFC, so that å counts as one whichever way it was typed. */
export function codePoints(value: string): number {
  if (isFarTooLong(value)) return value.length;
  return [...value.normalize("NFC")].length;
}

const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
/** What no address may hold: control and format characters (CR, LF, bidi marks), which mail software reads as more than text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** One address in the one form that is stored and compared: NFKC, trimmed, lower case. */
export function normalizeEmail(value: string): string {
  // Left as it is, to be refused by its length.
  if (isFarTooLong(value)) return value;
  return value.normalize("NFKC").trim().toLowerCase();
}

export function isEmail(value: string): boolean {
  const address = normalizeEmail(value);
  return address.length <= limits.email.max && !unprintable.test(address) && emailPattern.test(address);
}

/** Markup is not shown, so it is not kept: what looks like a tag is taken out, white space made single. */
export function stripMarkup(value: string): string {
  const kept: string[] = [];
  const opened: number[] = [];
  for (const character of value) {
    // From the innermost outwards, in one pass: taking a tag out of another's middle must not leave a tag.
    const from = character === ">" ? opened.pop() : undefined;
    if (from !== undefined) kept.splice(from, Infinity, " ");
    else {
      if (character === "<") opened.push(kept.length);
      kept.push(character);
    }
  }
  return kept.join("").replace(/\s+/gu, " ").trim();
}

/** Scripts that are written with joiners inside words: Persian, Sinhala and their like. Elsewhere a joiner only hides. */
const joining =
  "[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]";
/** Besides letters, marks and digits: what names are written with, here and in Hebrew, Tibetan and Japanese. */
const nameCharacter = "[\\p{L}\\p{M}\\p{N} .,'\u2019\u00b4`\\-\u2010\u2011\u2013()&/+_\u00b7\u00aa\u00ba\u05be\u05f3\u05f4\u0f0b\u30fb]";
const nameCharacters = new RegExp(`^(?:${nameCharacter}|(?<=${joining})[\u200c\u200d](?=${joining}))+$`, "u");

/**
 * Marks that pile up on one letter until they cover the lines above and below. Four is what the fullest real letters have (Hebrew with
 * two points, dagesh and vowel; Tibetan); marks that take room of their own come in sixes in Burmese. Counted as if all were typed apart.
 */
const piledMarks = /[\p{Mn}\p{Me}]{5}|\p{M}{7}|^\p{M}/u;

/** Which rule a display name breaks, or undefined when it is fine (specification, sections 5 and 8). */
export function displayNameFault(value: string): "errors.displayNameLength" | "errors.displayNameSpecialCharacters" | undefined {
  const name = stripMarkup(value);
  if (!fitsLength(name, limits.displayName)) return "errors.displayNameLength";
  return isWritable(name) ? undefined : "errors.displayNameSpecialCharacters";
}

/** Whether a child may be called so: Bo, Li and Ea are names, and so is one letter (DESIGN A25). */
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
