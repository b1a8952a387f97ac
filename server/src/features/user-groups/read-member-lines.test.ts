import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMemberLines } from "./read-member-lines.ts";

const kari = { email: "kari@school.no", name: "Kari Nordmann" };

describe("an address with a name is read", () => {
  test.each([
    "Kari Nordmann <kari@school.no>",
    "kari@school.no Kari Nordmann",
    "Kari Nordmann kari@school.no",
    "<kari@school.no> Kari Nordmann",
    '"Kari Nordmann" <KARI@School.no>',
    '"Kari Nordmann" kari@school.no',
    "kari@school.no (Kari Nordmann)",
    "kari@school.no;Kari Nordmann",
    "Kari Nordmann;kari@school.no",
    "kari@school.no\tKari\tNordmann",
    "  kari@school.no   Kari   Nordmann  ",
    "\ufeffkari@school.no Kari Nordmann",
    "<b>Kari</b> Nordmann kari@school.no",
    "<b>Kari</b> <i>Nordmann</i> <kari@school.no>",
    '"kari@school.no" "Kari Nordmann"',
    "Kari Nordmann <kari＠school.no>",
  ])("%s", (line) => {
    expect(readMemberLines(line)).toEqual([{ line: 1, user: "kari@school.no", member: kari }]);
  });
});

test("the name is optional, and æøå are letters in it", () => {
  expect(readMemberLines("kari@school.no")).toMatchObject([{ member: { name: null } }]);
  expect(readMemberLines("Bjørn Ærlig Åsen <b@school.no>")).toMatchObject([{ member: { name: "Bjørn Ærlig Åsen" } }]);
  expect(readMemberLines("A\u030ase A\u030as <b@school.no>")).toMatchObject([{ member: { name: "Åse Ås" } }]);
});

test("lines may have any line ending, are numbered as in an editor, and are split at commas and semicolons", () => {
  const input = "a@x.no\r\nb@x.no, c@x.no\r\n\r\nd@x.no; e@x.no\rf@x.no,\n,g@x.no";
  expect(readMemberLines(input).map(({ line, user }) => [line, user])).toEqual([
    [1, "a@x.no"],
    [2, "b@x.no"],
    [2, "c@x.no"],
    [4, "d@x.no"],
    [4, "e@x.no"],
    [5, "f@x.no"],
    [6, "g@x.no"],
  ]);
});

describe("a part without an address behind a bare address and a comma is its name", () => {
  test.each([
    "kari@school.no, Kari Nordmann",
    "kari@school.no,Kari,Nordmann",
    "<kari@school.no>, Kari Nordmann",
    '"kari@school.no","Kari Nordmann"',
    "<kari@school.no>, <b>Kari</b> Nordmann,",
  ])("%s", (line) => {
    expect(readMemberLines(`${line}\nb@x.no`)).toEqual([
      { line: 1, user: "kari@school.no", member: kari },
      { line: 2, user: "b@x.no", member: { email: "b@x.no", name: null } },
    ]);
  });

  test("each address of a line has its own, and a bad name is reported with its address", () => {
    expect(readMemberLines("a@x.no, Anna Nord, b@x.no; c@x.no, Cai Berg, d@x.no, 🦊🦊🦊")).toEqual([
      { line: 1, user: "a@x.no", member: { email: "a@x.no", name: "Anna Nord" } },
      { line: 1, user: "b@x.no", member: { email: "b@x.no", name: null } },
      { line: 1, user: "c@x.no", member: { email: "c@x.no", name: "Cai Berg" } },
      { line: 1, user: "d@x.no", member: { fault: "errors.displayNameSpecialCharacters" } },
    ]);
  });

  test("not behind an address that has a name, nor before an address, nor on the next line", () => {
    const error = (user: string) => ({ user, member: { fault: "errors.emailInvalid" } });
    expect(readMemberLines("Kari Nordmann <kari@school.no>, Ola")).toMatchObject([{ member: kari }, error("Ola")]);
    expect(readMemberLines("kari@school.no Kari Nordmann, Ola")).toMatchObject([{ member: kari }, error("Ola")]);
    expect(readMemberLines("Ola, kari@school.no")).toMatchObject([error("Ola"), { member: { name: null } }]);
    expect(readMemberLines("kari@school.no,\nOla")).toMatchObject([{ member: { name: null } }, error("Ola")]);
  });
});

test("quotation marks keep a comma in a name, an unpaired one has no effect", () => {
  expect(readMemberLines('"Nordmann, Kari" <kari@school.no>, b@x.no')).toMatchObject([
    { member: { email: "kari@school.no", name: "Nordmann, Kari" } },
    { member: { email: "b@x.no" } },
  ]);
  expect(readMemberLines('"a@x.no, b@x.no')).toMatchObject([{ member: { email: "a@x.no" } }, { member: { email: "b@x.no" } }]);
});

describe("a piece that is no address with a name is reported", () => {
  test.each([
    ["Kari", "Kari", "errors.emailInvalid"],
    ["kari@school", "kari@school", "errors.emailInvalid"],
    ["a@x.no b@x.no", "a@x.no b@x.no", "errors.emailInvalid"],
    ["<a@x.no> <b@x.no>", "<a@x.no> <b@x.no>", "errors.emailInvalid"],
    ["<script>alert(1)</script>", "alert(1)", "errors.emailInvalid"],
    ["<script>", "<script>", "errors.emailInvalid"],
    [`${"x".repeat(600)}@x.no`, "x".repeat(100), "errors.emailInvalid"],
    ["Bo <b@x.no>", "b@x.no", "errors.displayNameLength"],
    [`${"n".repeat(65)} <b@x.no>`, "b@x.no", "errors.displayNameLength"],
    ["Kari 🦊 <b@x.no>", "b@x.no", "errors.displayNameSpecialCharacters"],
    ["Kari\u202e <b@x.no>", "b@x.no", "errors.displayNameSpecialCharacters"],
    ["=HYPERLINK(1) b@x.no", "b@x.no", "errors.displayNameSpecialCharacters"],
  ])("%j", (line, user, fault) => {
    expect(readMemberLines(line)).toEqual([{ line: 1, user, member: { fault } }]);
  });
});

test("any input is read, even long runs of separators", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (input) => readMemberLines(input).every(({ line }) => line > 0)));
  for (const unit of ["<", "@", '"', ",", ";", "<@", '",', "a@;", "> <", "a@x,", "b,"])
    expect(readMemberLines(unit.repeat(65_536 / unit.length)).every(({ line }) => line === 1)).toBe(true);
});
