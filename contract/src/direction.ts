/**
 * The common scripts of living languages (ISO 15924) that are written from right to left. Written by hand, because not every browser has
 * `getTextInfo()` of Intl.Locale, and the contract runs anywhere.
 */
const rightToLeft: ReadonlySet<string | undefined> = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Returns the direction in which a language (a BCP 47 tag) is written, for the attribute `dir` of pages and letters. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(new Intl.Locale(language).maximize().script) ? "rtl" : "ltr";
}
