/** Reads the students and classes of a OneRoster 1.1 CSV export, and nothing else of it. */
import { limits } from "@storyport/contract/limits";
import { Unzip, UnzipInflate } from "fflate";
import Papa from "papaparse";
import { decodeText } from "./decode-file.ts";
import { limitsOfLists } from "./list-problem.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";

type Row = Record<string, string | undefined>;

const wanted = ["users.csv", "classes.csv", "enrollments.csv"];
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** A zip bomb is refused by what it unpacks to, because it may declare anything. */
const tooLarge = new Error("The files unpack to too much.");

export function readOneRoster(bytes: Uint8Array): { students: ListedStudent[] } | ListProblem {
  try {
    const { tables, isSpreadsheet } = unzip(bytes);
    const users = tables.get("users.csv");
    if (users === undefined) return { is: isSpreadsheet ? "spreadsheet" : "notOneRoster" };
    return studentsOf({ users, classes: tables.get("classes.csv") ?? [], enrollments: tables.get("enrollments.csv") ?? [] });
  } catch (error) {
    return { is: error === tooLarge ? "tooLarge" : "notOneRoster" };
  }
}

/** The library unpacks at most a thousand times what it is given, so it is given little at a time. */
const chunkBytes = 16_384;

/** Reads the files one after the other, not by the directory at the end: that can list one file many times. */
function unzip(bytes: Uint8Array): { tables: Map<string, Row[]>; isSpreadsheet: boolean } {
  const tables = new Map<string, Row[]>();
  let isSpreadsheet = false;
  let total = 0;
  const reader = new Unzip((file) => {
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

/** One row per student: the class is the homeroom, else the primary enrolment, else the first. */
function studentsOf({ users, classes, enrollments }: { users: Row[]; classes: Row[]; enrollments: Row[] }) {
  const classById = new Map(classes.filter(isCurrent).map((row) => [row["sourcedId"] ?? "", row]));
  const classOf = new Map<string, { title: string; rank: number }>();
  for (const enrollment of enrollments.filter(isCurrent).filter(isStudent)) {
    const found = classById.get(enrollment["classSourcedId"] ?? "");
    if (found === undefined) continue;
    const rank =
      found["classType"]?.trim().toLowerCase() === "homeroom" ? 0 : enrollment["primary"]?.trim().toLowerCase() === "true" ? 1 : 2;
    const user = enrollment["userSourcedId"]?.trim() ?? "";
    if (rank < (classOf.get(user)?.rank ?? Infinity)) classOf.set(user, { title: found["title"]?.trim() ?? "", rank });
  }
  const students = users
    .filter((user) => isCurrent(user) && isStudent(user))
    .map((user): ListedStudent => {
      const id = user["sourcedId"]?.trim() ?? "";
      const className = classOf.get(id)?.title;
      const name = [user["givenName"], user["familyName"]].flatMap((half) => half?.trim() || []).join(" ");
      return { name, ...(id !== "" && { externalId: id }), ...(className !== undefined && className !== "" && { className }) };
    });
  if (students.length === 0) return { is: "notOneRoster" } as const;
  if (students.length > limits.classImport.rows) return { is: "tooManyRows", count: students.length } as const;
  return { students };
}
