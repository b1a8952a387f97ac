import { expect, test } from "vitest";
import { readOneTimeCode, spellOneTimeCode } from "#/one-time-code.ts";

test.each([
  ["fkm407182", "FKM407182"],
  ["FKM 407 182", "FKM407182"],
  [" fkm – 407-182 ", "FKM407182"],
  ["ＦＫＭ４０７１８２", "FKM407182"],
  // A letter in the place of a digit, and a digit in the place of a letter.
  ["fkmlo7isz", "FKM107152"],
  ["85z407182", "BSZ407182"],
])("%j is read as %s", (typed, code) => {
  const read = readOneTimeCode(typed);
  expect(`${read?.word}${read?.number}`).toBe(code);
});

test.each(["", "FKM", "FKM40718", "FKM4071822", "AKM407182", "FKM40718X", "🦊".repeat(9)])("refuses %j", (typed) => {
  expect(readOneTimeCode(typed)).toBeUndefined();
});

test.each([
  ["f", "F"],
  ["fkm", "FKM"],
  ["fkm4", "FKM 4"],
  ["FKM 407", "FKM 407"],
  ["fkm4071", "FKM 407 1"],
  ["fkm407182", "FKM 407 182"],
  ["fkm4071829999", "FKM 407 182"],
  ["FKM ", "FKM"],
])("%j is shown as %j while it is typed", (typed, formed) => {
  expect(spellOneTimeCode(typed)).toBe(formed);
});
