import { limits } from "@storyport/contract/limits";
import { readLoginState } from "@storyport/contract/login-state";
import { expect, test } from "vitest";
import { stringifySearch } from "#/shell/search-text.ts";
import { createServerLoginState } from "./login-state.ts";
import { wayBack } from "./way-back.ts";

const listAt = (search: Record<string, string>) => `/users/${stringifySearch(search)}`;
/** What the server reads back from the cookie that it set. */
function keptInCookie(postLoginPage: string): string | undefined {
  let cookie = "";
  createServerLoginState("", (value) => (cookie = value)).save({ postLoginPage });
  return createServerLoginState(cookie.split(";", 1)[0] ?? "", () => undefined).read().postLoginPage;
}

test.each([
  ["Latin", "a"],
  ["Cyrillic", "ж"],
  ["Chinese", "字"],
  ["picture", "😀"],
])("the longest filter in %s letters survives the login, in the cookie too", (_, letter) => {
  const href = listAt({ page: "3", filter: letter.repeat(limits.search.maxQuery).slice(0, limits.search.maxQuery) });
  expect(wayBack(href)).toBe(href);
  expect(keptInCookie(wayBack(href))).toBe(href);
});

test("the deepest page of the history is kept", () => {
  // The history keeps at most 50 cursors in its address, each of at most 19 digits. The 0 stands for the cursors before them.
  const before = ["0", ...Array.from({ length: 50 }, () => "9".repeat(19))].join(".");
  const href = `/history?event=logged_out&before=${before}`;
  expect(wayBack(href)).toBe(href);
});

test("an address too long for the cookie loses only its longest search param, and params that depend on it", () => {
  expect(wayBack(listAt({ page: "7", filter: "a".repeat(5000), tab: "sessions" }))).toBe("/users/?tab=sessions");
  expect(wayBack(`/users/me${stringifySearch({ one: "1".repeat(2000), other: "2".repeat(1900) })}`)).toBe(
    `/users/me?other=${"2".repeat(1900)}`,
  );
  expect(readLoginState({ postLoginPage: wayBack(`/users/me?x=${"%F0%9F".repeat(1000)}`) }).postLoginPage).toBe("/users/me");
});
