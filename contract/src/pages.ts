/** Paged lists: the specification's list response and search responses (sections 3 and 7). */
import * as z from "zod/mini";
import { isFarTooLong, isStorable } from "#/text-rules.ts";
import { limits } from "#/limits.ts";

/**
 * Trimmed and in NFC, as names are stored; `%` and `_` match literally. An empty text lists everything, in the calls that allow it.
 */
export const searchQuery = z.string().check(
  z.refine(isStorable, "errors.invalidInput"),
  z.overwrite((value) => {
    const text = value.trim();
    return isFarTooLong(text) ? text : text.normalize("NFC");
  }),
  z.maxLength(limits.search.maxQuery, "errors.invalidInput"),
);

export const pageNumber = z._default(z.int().check(z.minimum(1), z.maximum(limits.search.maxPage)), 1);
export const pageSize = z._default(z.int().check(z.minimum(1), z.maximum(limits.search.maxPageSize)), limits.search.pageSize);

/** Digits as in an address. */
const digits = z.string().check(z.regex(/^\d{1,9}$/, "errors.invalidInput"));
const whole = (range: { min: number; max: number }) =>
  z.pipe(digits, z.pipe(z.transform(Number), z.int().check(z.minimum(range.min), z.maximum(range.max))));

/** Offset and limit of a list, in an address. */
export const listWindow = {
  offset: z._default(whole({ min: 0, max: 1_000_000 }), 0),
  limit: z._default(whole({ min: 1, max: limits.list.pageSize }), limits.list.pageSize),
};

/** The maximum, which is also the default. */
export const rowsPerPage = (max: number) => z._default(whole({ min: 1, max }), max);

/** The specification's search response: `count` results on this page of `total`. */
export function searchResponse<T extends z.core.$ZodType>(result: T) {
  return z.object({ results: z.array(result), total: z.number(), count: z.number(), offset: z.number(), limit: z.number() });
}

/** The specification's list response; `entityCount` is -1 if it was not counted. */
export function listResponse<T extends z.core.$ZodType>(result: T) {
  return z.object({
    results: z.array(result),
    page: z.object({ entityCount: z.number(), entityOffset: z.number(), entityLimit: z.number() }),
  });
}

/** Grows with every change. An edit of an older version is refused (errors.changedMeanwhile). The maximum is that of the column. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
