/** The fields that several calls share, each with its one rule (specification, section 5). */
import * as z from "zod/mini";
import { limits } from "#/limits.ts";
import { codePoints, isEmail, isFarTooLong, isStorable, normalizeEmail } from "#/text-rules.ts";

export const text = z.string().check(z.refine(isStorable, "errors.invalidInput"));

/** Text of `min` to `max` code points. */
export function textOf(range: { min?: number; max: number }) {
  return text.check(
    z.refine((value) => {
      const length = codePoints(value);
      return length >= (range.min ?? 0) && length <= range.max;
    }, "errors.invalidInput"),
  );
}

/** Text as somebody typed it into one line, of `min` to `max` code points: trimmed and in NFC, so that what is stored is what was counted. */
export function trimmedTextOf(range: { min: number; max: number }, fault = "errors.invalidInput") {
  return text.check(
    z.overwrite((value) => (isFarTooLong(value) ? value : value.normalize("NFC").trim())),
    z.refine((value) => codePoints(value) >= range.min && codePoints(value) <= range.max, fault),
  );
}

/** An e-mail address. Checked after NFKC, since a full-width ＠ becomes a real one there. */
export const email = text.check(z.refine(isEmail, "errors.invalidInput"), z.overwrite(normalizeEmail));

/** PostgreSQL writes ids in lower case, so that is the one spelling that compares. */
export const id = z.uuid().check(z.toLowerCase());
/** Digits alone: `0x10`, `1e3`, `true` and `["1"]` are numbers to JavaScript, not to a game. */
export const gameId = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,9}$/))]),
  z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
);
export const organizationKey = textOf(limits.organizationKey);

/** A mailed or printed proof as it travels: base64url, long enough to be one and short enough to be ours. */
export const linkToken = z
  .string()
  .check(z.minLength(limits.resetToken.min), z.maxLength(limits.resetToken.max), z.regex(/^[A-Za-z0-9_-]+$/));

/** Control characters, line breaks and marks that turn or hide text: all of them but the joiners of words and emoji. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

function oneLine(value: string): string {
  return value.replace(/\s+/gu, " ").trim();
}

/** What somebody calls a thing: one line that reads as it is, of `min` to `max` code points, white space made single. */
export function nameOf(range: { min: number; max: number }, { tidy = oneLine, fault = "errors.invalidInput" } = {}) {
  return text.check(
    z.overwrite((value) => (isFarTooLong(value) ? value : tidy(value).normalize("NFC"))),
    z.refine((name) => {
      const length = codePoints(name);
      return length >= range.min && length <= range.max && !misleading.test(name);
    }, fault),
  );
}

/** What a program calls itself: nobody typed it, so nothing is refused but its length; whatever misleads is taken out first. */
export function plainTextOf(range: { min: number; max: number }) {
  const marks = new RegExp(misleading, "gu");
  return text.check(
    z.overwrite((value) => (isFarTooLong(value) ? value : oneLine(value.replace(marks, " ")).normalize("NFC"))),
    z.refine((value) => codePoints(value) >= range.min && codePoints(value) <= range.max, "errors.invalidInput"),
  );
}
