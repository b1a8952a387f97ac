import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "#/limits.ts";
import { readLoginState } from "#/login-state.ts";

const whole = {
  orgId: "3f0d8a52-1c9b-4b5e-9d65-0a1b2c3d4e5f",
  gameId: "storyport-no",
  scope: "PLAYER",
  state: "s",
  nonce: "n",
  clientCode: "c".repeat(43),
  loginType: "QRCODE",
  callbackUrl: "https://game.example/callback",
  postLoginPage: "/game-redirect",
  loggedInToken: "marker",
};

describe("the login-state cookie", () => {
  test("is read back as it was written", () => {
    expect(readLoginState(whole)).toEqual(whole);
  });

  test.each([
    ["orgId", "me"],
    ["orgId", 1],
    ["gameId", ""],
    ["gameId", "a b"],
    ["gameId", "x".repeat(65)],
    ["gameId", 1],
    ["scope", "s".repeat(257)],
    ["state", "s".repeat(1025)],
    ["state", ["s"]],
    ["nonce", "n".repeat(513)],
    ["clientCode", "c".repeat(257)],
    ["loginType", "MAGIC"],
    ["callbackUrl", "u".repeat(1025)],
    ["postLoginPage", { toString: "/x" }],
    ["qrCode", "a-badge-code"],
    ["loggedInToken", null],
  ])("loses a broken %s (%j) and nothing else", (name, value) => {
    const { [name]: _, ...rest } = whole as Record<string, unknown>;
    expect(readLoginState({ ...whole, [name]: value })).toEqual(rest);
  });

  test.each([
    ["quotes", '"'],
    ["spaces", " "],
    ["Cyrillic letters", "ж"],
    ["brackets", "("],
    ["letters", "a"],
    ["halves of an emoji (lone surrogates)", "\ud83d"],
  ])("keeps a page of %s as long as the cookie can hold it", (_, letter) => {
    const fits = (page: string) => encodeURIComponent(JSON.stringify(page)).length <= limits.postLoginPage.max;
    const pages = Array.from({ length: limits.postLoginPage.max }, (__, index) => `/?${letter.repeat(index)}`);
    const longest = pages.findLast(fits) ?? "";
    expect(readLoginState({ postLoginPage: longest })).toEqual({ postLoginPage: longest });
    expect(readLoginState({ postLoginPage: longest + letter })).toEqual({});
  });

  test("never keeps a badge's code", () => {
    expect(readLoginState({ qrCode: "secret" })).toEqual({});
  });

  test.each([undefined, null, 0, "", "x", true, [], [whole], () => whole, Symbol("x"), 1n])(
    "reads any other value (%o) as empty",
    (value) => {
      expect(readLoginState(value)).toEqual({});
    },
  );

  test("never accepts members that were not written into it", () => {
    expect(readLoginState(Object.create(whole))).toEqual({});
    const hostile: unknown = JSON.parse('{"__proto__":{"gameId":"1"},"constructor":{"prototype":{"x":1}},"gameId":"2"}');
    expect(readLoginState(hostile)).toEqual({ gameId: "2" });
    expect(Object.getPrototypeOf(readLoginState(hostile))).toBe(Object.prototype);
  });

  test("300 fuzzed values never crash, and always give a stable login state of known members", () => {
    const members = [...Object.keys(whole), "qrCode"];
    const names = fc.constantFrom(...members, "__proto__", "constructor", "x");
    const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), fc.webUrl(), fc.uuid(), fc.constantFrom(...Object.values(whole)));
    const value = fc.oneof(fc.dictionary(names, fc.oneof(texts, fc.anything())), fc.anything());
    fc.assert(
      fc.property(value, (fuzzed) => {
        const read = readLoginState(fuzzed);
        expect(members).toEqual(expect.arrayContaining(Object.keys(read)));
        expect(readLoginState(JSON.parse(JSON.stringify(read)))).toEqual(read);
      }),
      { numRuns: 300 },
    );
  });
});
