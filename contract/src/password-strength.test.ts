import { describe, expect, test } from "vitest";
import { ratePassword } from "#/password-strength.ts";
import type { PasswordFault } from "#/password-strength.ts";
import type { PasswordStrength } from "#/vocabulary.ts";

/** A password of this length with all four kinds of character and no run of three. */
const mixed = (length: number): string => "aB3-".repeat(Math.ceil(length / 4)).slice(0, length);
/** A password of this length with small letters only. */
const plain = (length: number): string => "ab".repeat(Math.ceil(length / 2)).slice(0, length);

type Row = [password: string, strength: PasswordStrength, faults: PasswordFault[]];

describe("length: at least 12, fewer than 128 characters (specification, section 5)", () => {
  test.each<Row>([
    ["", "BAD", ["tooShort"]],
    [mixed(11), "BAD", ["tooShort"]],
    [mixed(12), "GOOD", []],
    [mixed(127), "GOOD", []],
    [mixed(128), "BAD", ["tooLong"]],
    [plain(127), "GOOD", []],
    [plain(128), "BAD", ["tooLong"]],
  ])("%s", (password, strength, faults) => {
    expect(ratePassword(password)).toEqual({ strength, faults });
  });

  test("characters are code points after NFC, not bytes", () => {
    expect(ratePassword("🦊🐻".repeat(5) + "a").faults).toEqual(["tooShort"]);
    expect(ratePassword("🦊🐻".repeat(10)).strength).toBe("GOOD");
    expect(ratePassword("a\u030ab".repeat(5) + "c").faults).toEqual(["tooShort"]);
    expect(ratePassword("🦊🐻".repeat(63) + "a").strength).toBe("GOOD");
    expect(ratePassword("🦊🐻".repeat(64)).faults).toEqual(["tooLong"]);
  });
});

describe("20 or more characters are a passphrase and pass; shorter ones need all four kinds", () => {
  test.each<Row>([
    [plain(19), "WEAK", ["noUppercase", "noDigit", "noSpecialCharacter"]],
    [plain(20), "GOOD", []],
    ["12345678901234567890", "GOOD", []],
    [mixed(19), "GOOD", []],
    ["abcdefghij1-", "WEAK", ["noUppercase"]],
    ["ABCDEFGHIJ1-", "WEAK", ["noLowercase"]],
    ["abcdefghIJK-", "WEAK", ["noDigit"]],
    ["abcdefghIJ12", "WEAK", ["noSpecialCharacter"]],
    ["abcdefghijkl", "WEAK", ["noUppercase", "noDigit", "noSpecialCharacter"]],
    ["121212121212", "WEAK", ["noLowercase", "noUppercase", "noSpecialCharacter"]],
    ["-.-.-.-.-.-.", "WEAK", ["noLowercase", "noUppercase", "noDigit"]],
    ["Reading-Rocks-26", "GOOD", []],
    ["Lesing er gøy1", "GOOD", []],
  ])("%s", (password, strength, faults) => {
    expect(ratePassword(password)).toEqual({ strength, faults });
  });

  test("a combining mark without a base letter is no special character", () => {
    expect(ratePassword("abcdefghIJ1\u0301").faults).toEqual(["noSpecialCharacter"]);
  });

  test("letters with case and digits of every script count", () => {
    expect(ratePassword("Привет-мир12").strength).toBe("GOOD");
    expect(ratePassword("Ærø-ånd-ØL٣x").strength).toBe("GOOD");
  });

  test("a letter without case is none of the four kinds", () => {
    expect(ratePassword("日本語日本語日本語日本語").faults).toEqual(["noLowercase", "noUppercase", "noDigit", "noSpecialCharacter"]);
  });

  test.each([" ", "!", "€", "🦊", "\u00a0", "_", "´", "\t"])("%j is a special character", (special) => {
    expect(ratePassword(`abcdefghIJ1${special}`).strength).toBe("GOOD");
  });
});

describe("no run of three identical characters", () => {
  test.each<Row>([
    ["aaB3-cdefghij", "GOOD", []],
    ["aaaB3-cdefghi", "BAD", ["repeatedCharacters"]],
    ["abB3-cdefgh111", "BAD", ["repeatedCharacters"]],
    ["abB3-cdefgh   ", "BAD", ["repeatedCharacters"]],
    ["aAaB3-cdefghi", "GOOD", []],
    ["a passphrase of many worrrds", "BAD", ["repeatedCharacters"]],
    ["🦊🦊🦊 and some more words here", "BAD", ["repeatedCharacters"]],
    ["\n\n\nabcdefgh and some more words", "BAD", ["repeatedCharacters"]],
    ["aaa", "BAD", ["tooShort", "repeatedCharacters"]],
    ["a".repeat(128), "BAD", ["tooLong", "repeatedCharacters"]],
  ])("%j", (password, strength, faults) => {
    expect(ratePassword(password)).toEqual({ strength, faults });
  });

  test("in any composition of the letters", () => {
    const typed = "ååå-Bcdefghi1";
    expect(ratePassword(typed).faults).toEqual(["repeatedCharacters"]);
    expect(ratePassword(typed.normalize("NFD"))).toEqual(ratePassword(typed));
  });
});
