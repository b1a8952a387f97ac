/** The head of docs/coverage.md counts its rows; WRITE_DOCS=1 updates it. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

const file = path.join(projectFolder, "docs/coverage.md");
const page = await readFile(file, "utf8");
const sections = page
  .split(/^## Section /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf("\n")).replace(": ", " "), rows: rowsOf(text.split(/^## /m)[0] ?? "") }));

interface Row {
  /** The numbers of the sentences in docs/specification.md, such as `2.15`; none for our own rules. */
  readonly sentences: readonly string[];
  readonly clause: string;
  readonly builtIn: string;
  readonly tests: string;
}

function rowsOf(section: string): Row[] {
  const lines = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| No. |"));
  return lines.map((line) => {
    const [numbers = "", clause = "", builtIn = "", tests = "", ...more] = line.slice(2, -2).split(" | ");
    expect(more, `more than four cells: ${clause}`).toEqual([]);
    return { sentences: numbers === "–" ? [] : numbers.split(", "), clause, builtIn, tests };
  });
}

function totalsOf(rows: readonly Row[]): number[] {
  const required = rows.filter(({ builtIn }) => builtIn !== "nothing to build");
  const built = required.filter(({ builtIn }) => builtIn !== "not built yet");
  const tested = built.filter(({ tests }) => tests !== "–");
  return [required.length, built.length, tested.length, required.length - tested.length];
}

test("the totals are those of the rows", async () => {
  const lines = sections.map(({ name, rows }) => `| ${[name, ...totalsOf(rows)].join(" | ")} |`);
  const all = `| ${["All", ...totalsOf(sections.flatMap(({ rows }) => rows))].join(" | ")} |`;
  const counted = [...lines, all].join("\n");
  // The rows below the head of the table of totals.
  const table = /(?<=^\|---\|---:\|---:\|---:\|---:\|\n)(?:\|.*\n)+/m;
  if (process.env["WRITE_DOCS"] === "1") await writeFile(file, page.replace(table, `${counted}\n`));
  const [printed = ""] = table.exec(await readFile(file, "utf8")) ?? [];
  expect(printed.trimEnd()).toBe(counted);
});

test("every sentence of the specification has a row, and every row's number is a sentence", async () => {
  const specification = await readFile(path.join(projectFolder, "docs/specification.md"), "utf8");
  const sentences = [...specification.matchAll(/^- \*\*(\d\.\d+)\*\* /gm)].map(([, number = ""]) => number);
  const covered = new Set(sections.flatMap(({ rows }) => rows).flatMap((row) => row.sentences));
  expect(sentences.length).toBeGreaterThan(300);
  expect(sentences.filter((number) => !covered.has(number))).toEqual([]);
  expect([...covered].filter((number) => !sentences.includes(number))).toEqual([]);
});

test("no clause is repeated in a section", () => {
  const twice = sections.flatMap(({ rows }) => {
    const clauses = rows.map(({ clause }) => clause);
    return clauses.filter((clause, index) => clauses.indexOf(clause) !== index);
  });
  expect(twice).toEqual([]);
});

test("every clause without a test is listed under Gaps", () => {
  const [, gaps = ""] = page.split(/^## Gaps$/m);
  const untested = sections.flatMap(({ rows }) => rows).filter(({ builtIn, tests }) => builtIn !== "nothing to build" && tests === "–");
  expect(untested.map(({ clause }) => clause).filter((clause) => !gaps.includes(clause))).toEqual([]);
});
