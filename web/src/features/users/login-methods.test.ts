/** The form that creates an account checks its login types itself (specification, section 5). */
import { expect, test } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { loginMethodsOf } from "./login-methods.ts";

test("a login type without `enabled` and `hidden` is enabled and visible", () => {
  expect(loginMethodsOf([{ type: "PASSWORD", description: "x" }])).toEqual([
    { type: "PASSWORD", description: "x", enabled: true, hidden: false },
  ]);
  const given = [{ type: "QRCODE", description: "Badge", enabled: false, hidden: true }];
  expect(loginMethodsOf(given)).toEqual(given);
  expect(loginMethodsOf([])).toEqual([]);
});

const ofType = (type: unknown) => [{ type, description: "x" }];

test.each([
  ["nothing", undefined],
  ["an object", {}],
  ["a text", "x"],
  ["a list of null", [null]],
  ["an unknown type", ofType("MAGIC")],
  ["a type in small letters", ofType("password")],
  ["no type", ofType(undefined)],
  ["no description", [{ type: "PASSWORD" }]],
  ["enabled as text", [{ type: "PASSWORD", description: "x", enabled: "yes" }]],
])("the form accepts no login types from an answer with %s", (_, answer) => {
  expect(() => loginMethodsOf(answer)).toThrow(ApiError);
});
