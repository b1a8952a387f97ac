import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { devicePictures, picturesOf, readUserCode, userCodeAlphabet } from "#/user-code.ts";

describe("a user code", () => {
  test.each([
    ["BCDF-GHJK", "BCDF-GHJK"],
    ["bcdfghjk", "BCDF-GHJK"],
    [" bcdf – ghjk ", "BCDF-GHJK"],
    ["ＢＣＤＦ-ＧＨＪＫ", "BCDF-GHJK"],
  ])("%s is read as %s", (typed, code) => expect(readUserCode(typed)).toBe(code));

  test.each(["", "BCDF-GHJ", "BCDF-GHJKL", "ABCD-EFGH", "BCDF-GH1K", "<script>"])("%s is no code", (typed) =>
    expect(readUserCode(typed)).toBeUndefined(),
  );

  test("reads every code of the alphabet as itself", () => {
    const letter = fc.constantFrom(...userCodeAlphabet.letters);
    const code = fc.array(letter, { minLength: 8, maxLength: 8 }).map((all) => `${all.slice(0, 4).join("")}-${all.slice(4).join("")}`);
    const check = () => fc.assert(fc.property(code, (written) => readUserCode(written) === written));
    expect(check).not.toThrow();
  });

  test("each letter has a picture of its own", () => {
    const pictures = [...userCodeAlphabet.letters].map((letter) => picturesOf(`${letter}B`)[0]);
    expect(new Set(pictures).size).toBe(userCodeAlphabet.letters.length);
    expect(pictures).toEqual([...devicePictures]);
    expect(picturesOf("ZBCD-FGHJ")).toEqual(["bell", "anchor"]);
  });
});
