import { expect, test } from "vitest";
import { describeDetails } from "./event-changes.ts";

test("roles and rights are shown before and after", () => {
  const roles = { before: ["member"], after: ["member", "teacher"] };
  expect(describeDetails({ fields: ["roles"], roles }).lines).toEqual(["Roles: Member → Member and Teacher"]);
  expect(describeDetails({ before: "READ", after: "NONE", holder: "id" })).toEqual({
    lines: ["Rights: See → No rights", "Holder: id"],
    rest: {},
  });
  expect(
    describeDetails({ before: { roles: [], rights: { g: "READ" } }, after: { roles: ["teacher"], rights: { g: "READ" } } }).lines,
  ).toEqual(["Roles: none → Teacher"]);
});

test("of a user group's rights those are shown that change, and a right that is not there as such", () => {
  const [before, after] = [{ rights: { g: "NONE", h: "READ" } }, { rights: { g: "READ", h: "NONE" } }];
  expect(describeDetails({ before, after }).lines).toEqual(["Rights: g: No rights and h: See → g: See and h: No rights"]);
  expect(describeDetails({ before: {}, after: {}, name: "set" })).toEqual({ lines: ["Name: set"], rest: {} });
});

test("the end of a membership shows what was held, and hiding a group shows its type", () => {
  const before = { roles: ["teacher"], userGroups: { g: "READ" }, rights: {} };
  expect(describeDetails({ before, after: { roles: [], userGroups: {}, rights: {} } })).toEqual({
    lines: ["Roles: Teacher → none", "User groups: g: See → none"],
    rest: {},
  });
  expect(describeDetails({ before: { groupType: "REGULAR" }, after: { groupType: "HIDDEN" } }).lines).toEqual(["Type: Regular → Hidden"]);
});

test("values given at creation are shown, and things by their ids", () => {
  const id = "01234567-89ab-cdef-0123-456789abcdef";
  const given = { roles: ["teacher"], rights: { [id]: "READ" }, userGroups: [id], gameIds: [1, 4], playerGroupId: id };
  expect(describeDetails(given)).toEqual({
    lines: ["Roles: Teacher", `Rights: ${id}: See`, `User groups: ${id}`, "Games: 1 and 4", `Class: ${id}`],
    rest: {},
  });
});

test("a reason, a login type and a stage are shown in words, the rest stays as recorded", () => {
  expect(describeDetails({ loginType: "PASSWORD", reason: "void badge", stage: "FULL", since: "x" })).toEqual({
    lines: ["By: Password", "Reason: the badge is void", "Login: complete"],
    rest: { since: "x" },
  });
  expect(describeDetails({ stage: "ELSEWHERE" }).rest).toEqual({ stage: "ELSEWHERE" });
});

test("details of any shape are shown without an error", () => {
  const odd = { before: null, after: [{ a: 1 }], roles: "x", reason: 3, rights: { before: 1, after: undefined }, __proto__x: {} };
  expect(describeDetails(odd).rest).toEqual({ roles: "x", reason: 3, __proto__x: {} });
});

test("the means of a login and the length of a lesson are in words; unknown means stay as recorded", () => {
  expect(describeDetails({ by: "one-time code", minutes: 45 })).toEqual({
    lines: ["With: a one-time code", "Length in minutes: 45"],
    rest: {},
  });
  expect(describeDetails({ by: "constructor" })).toEqual({ lines: [], rest: { by: "constructor" } });
});

test("a school's lists are in words: where from, when applied, and how many changes of each kind", () => {
  expect(describeDetails({ source: "ONEROSTER", mode: "NIGHTLY" })).toEqual({
    lines: ["Lists from: OneRoster files", "Changes are applied: Every night"],
    rest: {},
  });
  expect(describeDetails({ NEW: 2, MOVED: 0, LEFT: 1, RENAMED: 0, CONFLICT: 0 })).toEqual({ lines: ["new: 2 and left: 1"], rest: {} });
  expect(describeDetails({ NEW: 0, source: "ELSEWHERE" })).toEqual({ lines: [], rest: { source: "ELSEWHERE" } });
});

test("what a tool may read, and what a game allows, are in words before and after", () => {
  expect(describeDetails({ before: { nameWords: [] }, after: { nameWords: ["profile", "email"] }, gameKey: "storyport-nb" })).toEqual({
    lines: ["What it may read: none → Name and language and Email address", "Game key: storyport-nb"],
    rest: {},
  });
  const before = { isPublic: false, maxScope: "PLAYER", description: "READ", callbacks: [], openid: null };
  const openid = { words: ["email"], subjectType: "pairwise" };
  const after = {
    isPublic: true,
    maxScope: "USERGROUP",
    description: "Nynorsk",
    callbacks: [{ url: "https://a.example/", kind: "WEB" }],
    openid,
  };
  expect(describeDetails({ before, after }).lines).toEqual([
    "Public game: No → Yes",
    "Most that its tokens may say: Players alone → Players, player groups and user groups",
    "Description: READ → Nynorsk",
    "Callbacks: none → https://a.example/",
    "Logging in by OpenID Connect: none → What it may ask for: Email address and How the tool knows a person: By an identifier of its own",
  ]);
});

test("a name that was set is not shown, and the page says so in words", () => {
  expect(describeDetails({ name: "set" })).toEqual({ lines: ["Name: set"], rest: {} });
});

test("two details that say the same are one line", () => {
  expect(describeDetails({ provider: "FEIDE", loginType: "FEIDE" })).toEqual({ lines: ["By: Feide"], rest: {} });
});
