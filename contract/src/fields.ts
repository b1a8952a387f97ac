/** The fields that several calls share, each with its one rule (specification, section 5). */
import * as z from "zod/mini";
import { limits } from "#/limits.ts";

/** PostgreSQL cannot store U+0000, and a lone surrogate is not text. */
export function isStorable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export const text = z.string().check(z.refine(isStorable, "errors.invalidInput"));

/** Length is counted in code points after NFC, so that å counts as one whichever way it was typed. */
export function codePoints(value: string): number {
  return [...value.normalize("NFC")].length;
}

/** Text of `min` to `max` code points. */
export function textOf(range: { min?: number; max: number }) {
  return text.check(
    z.refine((value) => {
      const length = codePoints(value);
      return length >= (range.min ?? 0) && length <= range.max;
    }, "errors.invalidInput"),
  );
}

const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
/** What no address may hold: control and format characters (CR, LF, bidi marks), which mail software reads as more than text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** One address in the one form that is stored and compared: NFKC, trimmed, lower case. */
export function normalizeEmail(value: string): string {
  return value.normalize("NFKC").trim().toLowerCase();
}

export function isEmail(value: string): boolean {
  const address = normalizeEmail(value);
  return address.length <= limits.email.max && !unprintable.test(address) && emailPattern.test(address);
}

/** An e-mail address. Checked after NFKC, since a full-width ＠ becomes a real one there. */
export const email = text.check(z.refine(isEmail, "errors.invalidInput"), z.overwrite(normalizeEmail));

export const id = z.uuid();
export const gameId = z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
export const organizationKey = textOf(limits.organizationKey);

/** A mailed or printed proof as it travels: base64url, long enough to be one and short enough to be ours. */
export const linkToken = z
  .string()
  .check(z.minLength(limits.resetToken.min), z.maxLength(limits.resetToken.max), z.regex(/^[A-Za-z0-9_-]+$/));

/** Markup is not shown, so it is not kept: what looks like a tag is taken out, white space made single. */
export function stripMarkup(value: string): string {
  return value
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

const nameCharacters = /^[\p{L}\p{M}\p{N} .,'’´`\-‐–()&/+_·ªº]+$/u;

/** Which rule a display name breaks, or undefined when it is fine (specification, sections 5 and 8). */
export function displayNameFault(value: string): "errors.displayNameLength" | "errors.displayNameSpecialCharacters" | undefined {
  const name = stripMarkup(value);
  const length = codePoints(name);
  if (length < limits.displayName.min || length > limits.displayName.max) return "errors.displayNameLength";
  return nameCharacters.test(name) ? undefined : "errors.displayNameSpecialCharacters";
}
