/**
 * Reads a OneRoster CSV export, 1.1 or 1.2. `readOneRoster` returns its students for a class import. A school's roster reads classes and
 * teachers from the same tables (rosters/read-roster.ts).
 */
import { limits } from "@storyport/contract/limits";
import { Unzip, UnzipInflate } from "fflate";
import Papa from "papaparse";
import { decodeText } from "#/shell/decode-file.ts";
import { limitsOfLists } from "./list-problem.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";

type Row = Record<string, string | undefined>;

/** The files that are unpacked. All others of the export are skipped. */
const wanted = ["manifest.csv", "users.csv", "classes.csv", "enrollments.csv", "roles.csv"];
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** A zip bomb is refused by what it unpacks to, because it may declare anything. */
const tooLarge = new Error("The files unpack to too much.");

/** `bytes` is the zip file. Returns its students, or why it cannot be used. Never throws. */
export function readOneRoster(bytes: Uint8Array): { students: ListedStudent[] } | ListProblem {
  try {
    const tables = readTables(bytes, { isWhole: false });
    return "is" in tables ? tables : studentsOf(tables);
  } catch (error) {
    return { is: isTooLarge(error) ? "tooLarge" : "notOneRoster" };
  }
}

/** The rows of an export that are in use. */
export interface OneRosterTables {
  users: Row[];
  classes: Row[];
  enrollments: Row[];
  roles: Row[];
}

/** Without these columns a row has no student or no class. */
const needed = [
  ["users.csv", ["sourcedId", "givenName"]],
  ["classes.csv", ["sourcedId", "title"]],
  ["enrollments.csv", ["classSourcedId", "userSourcedId", "role"]],
] as const;

/**
 * Reads the tables of an export. `isWhole`: the list must name all students and classes. So an export is refused if it lacks a file or a
 * column, or has changes alone. Otherwise the table of users is enough. A file without any of the tables is refused as `notOneRoster` or
 * `spreadsheet`. Throws if unpacking fails, or yields too much (isTooLarge).
 */
export function readTables(bytes: Uint8Array, { isWhole }: { isWhole: boolean }): OneRosterTables | ListProblem {
  const { tables, isSpreadsheet } = unzip(bytes);
  const users = tables.get("users.csv");
  if (users === undefined && (isSpreadsheet || tables.size === 0)) return { is: isSpreadsheet ? "spreadsheet" : "notOneRoster" };
  const fault = faultOfTables(tables, isWhole ? needed : needed.slice(0, 1));
  if (fault !== undefined) return fault;
  if (isWhole && hasChangesOnly(tables)) return { is: "changesOnly" };
  const current = (name: string) => (tables.get(name) ?? []).filter(isCurrent);
  return {
    users: current("users.csv"),
    classes: current("classes.csv"),
    enrollments: current("enrollments.csv"),
    roles: current("roles.csv"),
  };
}

function faultOfTables(tables: ReadonlyMap<string, readonly Row[]>, expected: readonly (typeof needed)[number][]): ListProblem | undefined {
  for (const [file, columns] of expected) {
    const rows = tables.get(file);
    if (rows === undefined) return { is: "fileMissing", file };
    const [first] = rows;
    const column = first === undefined ? undefined : columns.find((each) => !(each in first));
    if (column !== undefined) return { is: "columnMissing", file, column };
  }
  return undefined;
}

/** The manifest says of each file whether it is whole ("bulk") or has only what changed ("delta"). */
function hasChangesOnly(tables: ReadonlyMap<string, readonly Row[]>): boolean {
  const files = needed.map(([file]) => `file.${file.slice(0, -".csv".length)}`);
  return (tables.get("manifest.csv") ?? []).some(
    ({ propertyName = "", value }) => files.includes(propertyName.trim()) && value?.trim().toLowerCase() === "delta",
  );
}

/** Whether `readTables` threw because the files unpack to too much. */
export function isTooLarge(error: unknown): boolean {
  return error === tooLarge;
}

/** The library unpacks its input to about a thousand times the size, so it gets little at a time. */
const chunkBytes = 16_384;

/** Reads the files one after the other. The directory at the end is not used, because it can list one file many times. */
function unzip(bytes: Uint8Array): { tables: Map<string, Row[]>; isSpreadsheet: boolean } {
  const tables = new Map<string, Row[]>();
  let isSpreadsheet = false;
  let total = 0;
  const reader = new Unzip((file) => {
    // Excel writes the first file, LibreOffice the second.
    isSpreadsheet ||= file.name === "xl/workbook.xml" || file.name === "content.xml";
    const name = nameOf(file.name);
    if (!wanted.includes(name)) return;
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      if (error !== null) throw error;
      total += part.length;
      if (total > limitsOfLists.unzippedBytes) throw tooLarge;
      parts.push(part);
      if (isLast) tables.set(name, rowsOf(joined(parts)));
    };
    file.start();
  });
  reader.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    reader.push(bytes.subarray(from, from + chunkBytes), from + chunkBytes >= bytes.length);
  }
  return { tables, isSpreadsheet };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function rowsOf(content: Uint8Array): Row[] {
  return Papa.parse<Row>(decodeText(content) ?? "", { header: true, skipEmptyLines: "greedy", transformHeader: (header) => header.trim() })
    .data;
}

const isCurrent = ({ status }: Row) => status?.trim().toLowerCase() !== "tobedeleted";
const isStudent = ({ role }: Row) => role?.trim().toLowerCase() === "student";

const userOf = (row: Row) => row["userSourcedId"]?.trim() ?? "";

/** The class of each student, by the user's id: the homeroom, else the primary enrolment, else the first. */
export function classOfStudents({ classes, enrollments, roles }: OneRosterTables): Map<string, Row> {
  const hasRoles = new Set(roles.map(userOf));
  const students = new Set(roles.filter(isStudent).map(userOf));
  const classById = new Map(classes.map((row) => [row["sourcedId"]?.trim() ?? "", row]));
  const ranked = new Map<string, { row: Row; rank: number }>();
  for (const enrollment of enrollments.filter(isStudent)) {
    const row = classById.get(enrollment["classSourcedId"]?.trim() ?? "");
    if (row === undefined) continue;
    const rank = row["classType"]?.trim().toLowerCase() === "homeroom" ? 0 : enrollment["primary"]?.trim().toLowerCase() === "true" ? 1 : 2;
    const user = userOf(enrollment);
    // Since OneRoster 1.2 a user has roles of their own. A parent in a class by mistake is no student.
    if (hasRoles.has(user) && !students.has(user)) continue;
    if (rank < (ranked.get(user)?.rank ?? Infinity)) ranked.set(user, { row, rank });
  }
  return new Map([...ranked].map(([user, { row }]) => [user, row]));
}

/** Returns the given and the family name; "" if the row has neither. */
export function nameOfUser(user: Row): string {
  return [user["givenName"], user["familyName"]].flatMap((half) => half?.trim() || []).join(" ");
}

/** One row per student. Since OneRoster 1.2 the table of users has no roles. They are in their own table or among the enrolments. */
function studentsOf(tables: OneRosterTables) {
  const classOf = classOfStudents(tables);
  const byRoles = new Set(tables.roles.filter(isStudent).map(userOf));
  const isOfStudent = (id: string) => classOf.has(id) || byRoles.has(id);
  const students = tables.users
    .filter((user) => (user["role"] === undefined ? isOfStudent(user["sourcedId"]?.trim() ?? "") : isStudent(user)))
    .map((user): ListedStudent => {
      const id = user["sourcedId"]?.trim() ?? "";
      const className = classOf.get(id)?.["title"]?.trim();
      return {
        name: nameOfUser(user),
        ...(id !== "" && { externalId: id }),
        ...(className !== undefined && className !== "" && { className }),
      };
    });
  if (students.length === 0) return { is: "notOneRoster" } as const;
  if (students.length > limits.classImport.rows) return { is: "tooManyRows", count: students.length } as const;
  return { students };
}
