/** Reads the students and classes of a OneRoster 1.1 CSV export, and nothing else of it. */
import { limits } from "@storyport/contract/limits";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { decodeText } from "./decode-file.ts";
import { limitsOfLists } from "./list-problem.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";

type Row = Record<string, string | undefined>;

const wanted = ["users.csv", "classes.csv", "enrollments.csv"];
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** A zip bomb is refused by the sizes that it declares; the library writes no more than these. */
export function readOneRoster(bytes: Uint8Array): { students: ListedStudent[] } | ListProblem {
  let isSpreadsheet = false;
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        isSpreadsheet ||= name === "xl/workbook.xml" || name === "content.xml";
        if (!wanted.includes(nameOf(name))) return false;
        total += originalSize;
        return total <= limitsOfLists.unzippedBytes;
      },
    });
    if (total > limitsOfLists.unzippedBytes) return { is: "tooLarge" };
    const tables = new Map(Object.entries(files).map(([path, content]) => [nameOf(path), rowsOf(content)]));
    const users = tables.get("users.csv");
    if (users === undefined) return { is: isSpreadsheet ? "spreadsheet" : "notOneRoster" };
    return studentsOf({ users, classes: tables.get("classes.csv") ?? [], enrollments: tables.get("enrollments.csv") ?? [] });
  } catch {
    return { is: "notOneRoster" };
  }
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
  const classesOf = new Map<string, { title: string; rank: number }[]>();
  for (const enrollment of enrollments.filter(isCurrent).filter(isStudent)) {
    const found = classById.get(enrollment["classSourcedId"] ?? "");
    if (found === undefined) continue;
    const rank =
      found["classType"]?.trim().toLowerCase() === "homeroom" ? 0 : enrollment["primary"]?.trim().toLowerCase() === "true" ? 1 : 2;
    const user = enrollment["userSourcedId"] ?? "";
    classesOf.set(user, [...(classesOf.get(user) ?? []), { title: found["title"]?.trim() ?? "", rank }]);
  }
  const students = users
    .filter((user) => isCurrent(user) && isStudent(user))
    .map((user): ListedStudent => {
      const id = user["sourcedId"]?.trim() ?? "";
      const className = (classesOf.get(id) ?? []).toSorted((one, other) => one.rank - other.rank)[0]?.title;
      const name = [user["givenName"], user["familyName"]].flatMap((half) => half?.trim() || []).join(" ");
      return { name, ...(id !== "" && { externalId: id }), ...(className !== undefined && className !== "" && { className }) };
    });
  if (students.length === 0) return { is: "notOneRoster" } as const;
  if (students.length > limits.classImport.rows) return { is: "tooManyRows", count: students.length } as const;
  return { students };
}
