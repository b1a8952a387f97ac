import { limits } from "@storyport/contract/limits";
import Papa from "papaparse";
import { readHeading } from "./header-words.ts";
import type { ColumnKind } from "./header-words.ts";
import { limitsOfLists } from "./list-problem.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";

/**
 * How a list without a heading row is read. Tabs, semicolons or commas split a line into parts. `parts`: each part is a student, as in
 * "Nora, Emil, Aksel". `lines`: each line is a student, and its parts are one name, as in "Nora; Berg". `lastFirst`: the same with the last
 * name first, as in "Berg, Nora".
 */
export const readings = ["parts", "lines", "lastFirst"] as const;
export type Reading = (typeof readings)[number];

export interface ParsedList {
  students: ListedStudent[];
  /** How the list was read. Absent if it has a heading row, or if no line has several parts: then all readings are the same. */
  reading?: Reading;
}

const delimiters = ["\t", ";", ","] as const;

/**
 * Parses the text of a list: columns below a heading row, or names alone. The teacher may choose a `reading`; otherwise `usualReading`
 * does. Leaves out empty lines, and columns of other headings. In names alone it also leaves out empty parts, and numbers and bullets before
 * names. Returns a ListProblem for a list without students, and for a list that is too long.
 */
export function parseList(text: string, reading?: Reading): ParsedList | ListProblem {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r|\u2028|\u2029/);
  // This limit counts empty lines too, so that parsing never takes long. The later limit counts students.
  if (lines.length > limitsOfLists.lines) return { is: "tooManyLines" };
  const filled = lines.filter((line) => line.trim() !== "");
  const list = readTable(filled) ?? readNames(filled, reading);
  if (list.students.length === 0) return { is: "empty" };
  if (list.students.length > limits.classImport.rows) return { is: "tooManyRows", count: list.students.length };
  return list;
}

/** Reads columns. Returns undefined if the first line is no heading row with a column for names. */
function readTable(lines: readonly string[]): ParsedList | undefined {
  const [heading = ""] = lines;
  for (const delimiter of delimiters) {
    const cells = parseCsv(heading, delimiter)[0] ?? [];
    const columns = readHeading(cells);
    if (columns === undefined) continue;
    const rows = parseCsv(lines.join("\n"), delimiter).slice(1);
    return { students: rows.map((row) => studentOf(row, columns)) };
  }
  return undefined;
}

function parseCsv(text: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(text, { delimiter, skipEmptyLines: "greedy" }).data;
}

/** A row without a name becomes a student with an empty name. So the teacher sees the row and can correct it. */
function studentOf(row: readonly string[], columns: readonly (ColumnKind | undefined)[]): ListedStudent {
  const cellOf = (kind: ColumnKind) => {
    const index = columns.indexOf(kind);
    return index < 0 ? "" : (row[index] ?? "").trim();
  };
  const halves = [cellOf("first"), cellOf("last")].filter((half) => half !== "").join(" ");
  const [externalId, className] = [cellOf("externalId"), cellOf("className")];
  return { name: cellOf("name") || halves, ...(externalId !== "" && { externalId }), ...(className !== "" && { className }) };
}

/** Reads names without a heading row. All lines are split by the first of `delimiters` that occurs in any line. */
function readNames(lines: readonly string[], wanted: Reading | undefined): ParsedList {
  const delimiter = delimiters.find((each) => lines.some((line) => line.includes(each)));
  const split = lines.map((line) => partsOf(line, delimiter)).filter((parts) => parts.length > 0);
  const isChoice = split.some((parts) => parts.length > 1);
  const reading = wanted ?? usualReading(split, delimiter);
  const names = reading === "parts" ? split.flat() : split.map((parts) => joined(parts, reading));
  return { students: names.map((name) => ({ name })), ...(isChoice && { reading }) };
}

/**
 * The reading without a choice. In several lines of two parts each, the parts are the halves of a name. With a comma the last name comes
 * first, because schools print "Berg, Nora". In any other list each part is a student, as in "Nora, Emil".
 */
function usualReading(lines: readonly (readonly string[])[], delimiter: string | undefined): Reading {
  const areHalves = lines.length > 1 && lines.every((parts) => parts.length === 2);
  if (!areHalves) return "parts";
  return delimiter === "," ? "lastFirst" : "lines";
}

function joined(parts: readonly string[], reading: Reading): string {
  const [last = "", ...rest] = parts;
  return reading === "lastFirst" ? [...rest, last].join(" ") : parts.join(" ");
}

function partsOf(line: string, delimiter: string | undefined): string[] {
  const parts = delimiter === undefined ? [line] : line.split(delimiter);
  return parts.map(withoutMark).filter((part) => part !== "");
}

/** Removes the quotes of a CSV cell, and the number or bullet of a list item: "1. Nora" and "• Nora" become "Nora". */
function withoutMark(part: string): string {
  const bare = part.trim().replace(/^"(.*)"$/u, "$1");
  return bare.replace(/^(?:\d{1,3}[.)]|[-*•–])\s+/u, "").trim();
}
