import { expect, test } from "vitest";
import { newBackupCodes, readTypedCode } from "./typed-code.ts";

test("backup codes are ten, all different, of fifty bits, and read as they are shown", () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(readTypedCode(code)).toEqual({ kind: "backup", code: code.replace("-", "") });
  }
});

test.each([
  ["123456", { kind: "app", digits: "123456" }],
  [" 123 456 ", { kind: "app", digits: "123456" }],
  ["１２３-４５６", { kind: "app", digits: "123456" }],
  ["abcde-fghjk", { kind: "backup", code: "ABCDEFGHJK" }],
  ["ab cd ef gh jk", { kind: "backup", code: "ABCDEFGHJK" }],
  ["OIL00–11111", { kind: "backup", code: "0110011111" }],
])("%j is read correctly", (typed, meant) => {
  expect(readTypedCode(typed)).toEqual(meant);
});

test.each(["", "12345", "1234567", "12345a", "abcde-fghj", "abcde-fghju", "🦊".repeat(10), "' or 1=1 --"])("%j can be no code", (typed) => {
  expect(readTypedCode(typed)).toBeUndefined();
});
