import { describe, expect, test } from "vitest";
import { email, gameId, id, linkToken, nameOf, plainTextOf, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { codePoints, isEmail, isStorable, normalizeEmail } from "#/text-rules.ts";

const good = [
  [
    "a@b.no",
    "kari.nordmann@school.example",
    "KARI@SCHOOL.EXAMPLE",
    "kari+game@school.example",
    "o'brien@school.ie",
    "k_n-1@sub.domain.school.example",
  ],
  [
    "  kari@school.example  ",
    "kåre@skole.no",
    "用户@例え.jp",
    "kari＠school.example",
    `${"a".repeat(64)}@school.example`,
    "1@2.no",
    "a!#$%&'*/=?^`{|}~@b.no",
  ],
].flat();

const bad = [
  ["", " ", "@", "a", "a@", "@b.no", "a@b", "a@b.", "a@.no", "a@b..no", "a b@c.no", "a@b c.no", "a@@b.no", "a@b@c.no"],
  // mail software reads these as several addresses, or as a name with an address
  ["a@b.no,c@d.no", "a@b.no, c@d.no", "a@b.no;c@d.no", "a@b.no c@d.no", "Kari <a@b.no>", "<a@b.no>", "a@b.no (Kari)", "group:a@b.no;"],
  ['"a b"@c.no', '"a@b"@c.no', '"e@attacker.test"@victim.no', "a\\@b.no", "a@[127.0.0.1]", "mailto:a@b.no"],
  // control and format characters
  [
    "a@b.no\r\nBcc: c@d.no",
    "a\r\n@b.no",
    "a@b.no\u0000c",
    "a\u0000@b.no",
    "a@b\u0000.no",
    "a\u200b@b.no",
    "a\u202e@b.no",
    "a@b\u00ad.no",
    "a\u2028@b.no",
    "\ufeffa\u200d@b.no",
  ],
  // full-width characters that NFKC turns into ASCII
  ["a＠b.no,c@d.no", "a＠b@c.no", "a@b.no，c@d.no", "＂a＠b＂@c.no", "a@b。", "＜a@b.no＞"],
  [`${"a".repeat(250)}@b.no`],
].flat();

describe("an e-mail address", () => {
  test.each(good)("accepts %j", (value) => {
    expect(isEmail(value)).toBe(true);
  });

  test.each(bad)("refuses %j", (value) => {
    expect(isEmail(value)).toBe(false);
    expect(email.safeParse(value).success).toBe(false);
  });

  test.each([undefined, null, 1, true, [], ["a@b.no"], { email: "a@b.no" }, ["a@b.no", "c@d.no"]])("refuses the non-text %j", (value) => {
    expect(email.safeParse(value).success).toBe(false);
  });

  test("has one stored and compared form: NFKC, trimmed, lower case", () => {
    expect(email.parse("  KARI＠School.Example ")).toBe("kari@school.example");
    expect(normalizeEmail("KA\u030aRE@x.no")).toBe(normalizeEmail("kåre@x.no"));
  });

  test("has at most 254 characters", () => {
    expect(isEmail(`${"a".repeat(254 - 5)}@b.no`)).toBe(true);
    expect(isEmail(`${"a".repeat(255 - 5)}@b.no`)).toBe(false);
  });

  test("is refused quickly if it is long and hostile", () => {
    const started = performance.now();
    for (const part of ["a", "a.", "@a", "a@", ".a"]) isEmail(`${part.repeat(50_000)}@`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("text", () => {
  test.each(["", "x", "🦊", "日本", "a\u0001b"])("%j can be stored", (value) => expect(isStorable(value)).toBe(true));
  test.each(["\u0000", "a\u0000b", "\ud800", "a\udfff", "\udc00\ud800"])("%j cannot", (value) => {
    expect(isStorable(value)).toBe(false);
    expect(text.safeParse(value).success).toBe(false);
  });

  test("is read up to its limit in the longest spelling of each code point", () => {
    const reason = "\u{16126}".repeat(limits.supportView.reason.max);
    expect(reason.normalize("NFD")).toHaveLength(6 * limits.supportView.reason.max);
    expect(nameOf(limits.supportView.reason).parse(reason.normalize("NFD"))).toBe(reason);
  });

  test("is counted in code points after NFC", () => {
    expect(codePoints("a\u030a")).toBe(1);
    expect(codePoints("𠮷🦊")).toBe(2);
  });
});

describe("ids and proofs", () => {
  test.each([1, "1", "2147483647"])("%j is a game's number", (value) => expect(gameId.safeParse(value).success).toBe(true));
  test.each([
    0,
    -1,
    1.5,
    2_147_483_648,
    "",
    "x",
    "1 ",
    "1x",
    "0x10",
    "1e3",
    "+1",
    null,
    true,
    [],
    ["1"],
    ["1", "2"],
    {},
    Number.NaN,
    Infinity,
  ])("refuses %j", (value) => expect(gameId.safeParse(value).success).toBe(false));

  test("a mailed proof has 8 to 128 characters of base64url", () => {
    for (const value of ["a".repeat(8), "a".repeat(128), "AZaz09-_"]) expect(linkToken.safeParse(value).success).toBe(true);
    for (const value of ["a".repeat(7), "a".repeat(129), "a".repeat(8) + "=", "aaaa/aaa", "aaaaaaa\n", "aaaaaaaa\n", ["aaaaaaaa"], null]) {
      expect(linkToken.safeParse(value).success).toBe(false);
    }
  });
});

describe("a program's name", () => {
  const name = plainTextOf({ min: 1, max: 22 });

  test.each([
    ["Firefox 140.0\r\non Linux", "Firefox 140.0 on Linux"],
    ["\u202egnp.exe\u202c", "gnp.exe"],
    ["\u2066Safari\u2069 \u200bon\u2028iPad\ufeff", "Safari on iPad"],
    ["A\u0007B\u0085C", "A B C"],
    ["  Chrome \t on  Mac ", "Chrome on Mac"],
    ["مت\u200cصفح", "مت\u200cصفح"],
  ])("%j becomes %j", (sent, kept) => expect(name.parse(sent)).toBe(kept));

  test("is refused when nothing is left, when it is too long, and when it is no text", () => {
    for (const value of ["", "\u202e\n", "x".repeat(23), "x\u0000", "\ud800", 1, null, ["x"]]) {
      expect(name.safeParse(value).success).toBe(false);
    }
  });
});

test("64 kB of accents are refused before normalization", () => {
  const accents = "\u0315\u0300".repeat(16_000);
  // Returned unchanged, because normalizing takes a time that grows with the square of a run of accents.
  expect(normalizeEmail(accents)).toBe(accents);
  expect(codePoints(accents)).toBe(accents.length);
  expect(email.safeParse(accents).success).toBe(false);
});

test("an id is accepted in capitals, and stored in lower case", () => {
  expect(id.parse("2F1C8F0A-6D0E-4A57-9C7B-3E5D1B9A4C60")).toBe("2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60");
});
