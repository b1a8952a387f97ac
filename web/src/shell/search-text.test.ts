import { expect, it, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

test.each([
  ["?state=123", { state: "123" }],
  ["?a=true&b=null&c=%7B%7D", { a: "true", b: "null", c: "{}" }],
  ["?a=1&a=2", { a: "1" }],
  ["?__proto__=x", {}],
  ["", {}],
])("%s is read as texts", (search, expected) => {
  expect(parseSearch(search)).toEqual(expected);
});

it("writes no JSON", () => {
  expect(stringifySearch({ state: "123", page: 2, gone: undefined })).toBe("?state=123&page=2");
  expect(stringifySearch({})).toBe("");
});
