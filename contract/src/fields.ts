/** The fields that several calls share, each with one rule (specification, section 5). */
import * as z from "zod/mini";
import type { ErrorCode } from "#/error-codes.ts";
import { limits } from "#/limits.ts";
import { codePoints, isEmail, isFarTooLong, isStorable, normalizeEmail, tokenLetters } from "#/text-rules.ts";

/** Text that PostgreSQL can store. */
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

/**
 * Text typed into one line, of `min` to `max` code points. Trimmed and in NFC before counting, so that the stored text has the counted
 * length. A far too long text is not normalized, because that is slow, and its length is refused. `fault` is the code for a wrong length,
 * `absent` the code for a value that is missing or no text.
 */
export function trimmedTextOf(range: { min: number; max: number }, fault = "errors.invalidInput", absent = "errors.invalidInput") {
  return z.string(absent).check(
    z.refine(isStorable, "errors.invalidInput"),
    z.overwrite((value) => (isFarTooLong(value) ? value : value.normalize("NFC").trim())),
    // A wrong length ends the check, so that a further rule does not list the same fault again.
    z.refine((value) => codePoints(value) >= range.min && codePoints(value) <= range.max, { error: fault, abort: true }),
  );
}

/** An e-mail address. Checked after NFKC, which turns a full-width ＠ into a real one. */
export const email = text.check(z.refine(isEmail, "errors.invalidInput"), z.overwrite(normalizeEmail));

/** An e-mail address, or an empty text. The operation says who may be without an address. */
export const emailOrNone = text.check(
  z.overwrite(normalizeEmail),
  z.refine((value) => value === "" || isEmail(value), "errors.invalidInput"),
);

/** PostgreSQL writes ids in lower case, so compare them in that spelling. */
export const id = z.uuid().check(z.toLowerCase());
/** Digits alone: JavaScript also reads `0x10`, `1e3`, `true` and `["1"]` as numbers. The maximum is PostgreSQL's int. */
export const gameId = gameIdOr();

/** A game's number. `fault` is the refusal of a malformed number. */
function gameIdOr(fault?: ErrorCode) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,9}$/, fault))]),
    z.coerce.number<number | string>().check(z.int(fault), z.minimum(1, fault), z.maximum(2_147_483_647, fault)),
  );
}

const largestNumber = "9223372036854775807";
/** The number of an event of the history, within PostgreSQL's int8. */
export const eventNumber = z.string().check(
  z.regex(/^[1-9]\d{0,18}$/, "errors.invalidInput"),
  z.refine((value) => value.length < largestNumber.length || value <= largestNumber, "errors.invalidInput"),
);

/** The schema of `isLinkToken`, in parts that the description of the API shows. */
export const linkToken = linkTokenOr();

/** A mailed proof. `fault` is the refusal of a malformed proof. */
function linkTokenOr(fault?: ErrorCode) {
  const { min, max } = limits.resetToken;
  return z.string().check(z.minLength(min, fault), z.maxLength(max, fault), z.regex(tokenLetters, fault));
}

/** Game and code of a mailed link's page. No letter has a malformed code or number, so both are refused like a dead link: `dead`. */
export const gameLink = (dead: ErrorCode) => z.object({ gameId: gameIdOr(dead), code: linkTokenOr(dead) });

/** Control characters, line breaks and marks that reorder or hide text, except the joiners of words and emoji. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

function oneLine(value: string): string {
  return value.replace(/\s+/gu, " ").trim();
}

interface NameRules {
  /** Takes the place of collapsing white space. */
  tidy?: (value: string) => string;
  /** The code for a wrong name. */
  fault?: ErrorCode;
  /** The code for misleading characters, if it is another one. */
  misleads?: ErrorCode;
}

/** A thing's name: one line without misleading characters, of `min` to `max` code points, white space collapsed. */
export function nameOf(
  range: { min: number; max: number },
  { tidy = oneLine, fault = "errors.invalidInput", misleads = fault }: NameRules = {},
) {
  return text.check(
    z.overwrite((value) => (isFarTooLong(value) ? value : tidy(value).normalize("NFC"))),
    z.refine((name) => codePoints(name) >= range.min && codePoints(name) <= range.max, { error: fault, abort: true }),
    z.refine((name) => !misleading.test(name), misleads),
  );
}

/** A program's name for itself. No user typed it, so misleading characters are removed and only its length is refused. */
export function plainTextOf(range: { min: number; max: number }) {
  const marks = new RegExp(misleading, "gu");
  return text.check(
    z.overwrite((value) => (isFarTooLong(value) ? value : oneLine(value.replace(marks, " ")).normalize("NFC"))),
    z.refine((value) => codePoints(value) >= range.min && codePoints(value) <= range.max, "errors.invalidInput"),
  );
}

/** An empty value of a parameter of OAuth counts as omitted (RFC 6749, section 3.2). */
export function unlessEmpty(schema: z.ZodMiniType<string, string>) {
  return z.optional(
    z.pipe(
      schema,
      z.transform((value) => (value === "" ? undefined : value)),
    ),
  );
}

/** A parameter of OAuth. The limit is above any client's value. */
export const oauthParameter = unlessEmpty(text.check(z.maxLength(2048)));

/** A code of the second factor: six digits or a backup code; ignores spaces, hyphens and case. Other text is a wrong code. */
export const typedCode = text.check(z.maxLength(64, "errors.secondFactorInvalid"));
