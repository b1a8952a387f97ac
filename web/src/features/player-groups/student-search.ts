import { isId } from "#/api/is-id.ts";

/** The student that a page of a class is about; none for the whole class. */
export interface StudentSearch {
  student?: string;
}

/** Reads search params; a malformed id counts as none. */
export function readStudentSearch({ student }: Record<string, unknown>): StudentSearch {
  return isId(student) ? { student } : {};
}
