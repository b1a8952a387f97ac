/** The student that a page of a class is about; none for the whole class. */
export interface StudentSearch {
  student?: string;
}

/** Reads search params; a malformed id counts as none. */
export function readStudentSearch({ student }: Record<string, unknown>): StudentSearch {
  return typeof student === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(student) ? { student } : {};
}
