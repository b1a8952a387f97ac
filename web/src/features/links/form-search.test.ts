import { cookieNames } from "@storyport/contract/limits";
import { expect, test } from "vitest";
import { resultOf } from "./form-return.ts";
import { readFormSearch } from "./form-search.ts";

/** The cookies of a browser whose form the server has just taken. */
const ofTakenForm = { read: (name: string) => (name === cookieNames.formDone ? "yes" : undefined) };

test.each([
  [{ done: "1" }, { done: "1" }],
  [{ done: "yes", error: "errors.linkUsed", reason: "<b>" }, { error: "errors.linkUsed" }],
  [{ error: "Call this number", reason: ["errors.linkUsed"] }, {}],
  [{ error: `errors.${"x".repeat(61)}` }, {}],
  [{}, {}],
])("%j is read as %j", (search, read) => {
  expect(readFormSearch({ search, cookies: ofTakenForm })).toEqual(read);
});

test("an address alone shows no success: a stranger may have written it", () => {
  expect(readFormSearch({ search: { done: "1" }, cookies: { read: () => undefined } })).toEqual({});
});

test("an ended link is recognized by its code, with its cause; an unknown cause is left out", () => {
  const dead = { error: "errors.resetLinkIncorrectOrExpired", reason: "errors.linkUsed" };
  expect(resultOf(dead)).toMatchObject({ failure: { status: 410, errors: [{ code: "errors.linkUsed" }] } });
  expect(resultOf({ ...dead, reason: "errors.madeUp" })).toMatchObject({ failure: { errors: [] } });
  expect(resultOf({ error: "errors.accountNotDeletable" })).toMatchObject({ failure: { status: 0 } });
  expect(resultOf({ done: "1" })).toEqual({ isDone: true });
});
