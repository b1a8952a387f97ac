/**
 * Why a list cannot be read at all. Nothing of it is lost: the text stays in its field, and the file on its disk. `spreadsheet`: a file of
 * Excel or LibreOffice. `notLoaded`: the script that reads OneRoster exports could not be fetched.
 */
export type ListProblem =
  | { is: "empty" | "tooLarge" | "notText" | "tooManyLines" | "notOneRoster" | "spreadsheet" | "notLoaded" }
  /** An export of changes alone, which does not name all students. */
  | { is: "changesOnly" }
  | { is: "tooManyRows"; count: number }
  | { is: "fileMissing"; file: string }
  | { is: "columnMissing"; file: string; column: string };

/** A student as the list has it. */
export interface ListedStudent {
  name: string;
  externalId?: string;
  className?: string;
}

/** What the browser reads at most, so that a wrong file cannot freeze the page. */
export const limitsOfLists = { bytes: 5_000_000, lines: 10_000, unzippedBytes: 30_000_000 } as const;
