import { m } from "@storyport/texts/messages";
import type { ListProblem } from "./list-problem.ts";

/** Says why a list cannot be read, and what to do. */
export function problemText(problem: ListProblem): string {
  switch (problem.is) {
    case "empty":
      return m["classImports.problemEmpty"]();
    case "tooLarge":
      return m["classImports.problemTooLarge"]();
    case "notText":
      return m["classImports.problemNotText"]();
    case "tooManyLines":
      return m["classImports.problemTooManyLines"]();
    case "tooManyRows":
      return m["classImports.problemTooManyRows"]({ count: problem.count });
    case "notOneRoster":
      return m["classImports.problemNotOneRoster"]();
    case "fileMissing":
      return m["classImports.problemFileMissing"]({ file: problem.file });
    case "columnMissing":
      return m["classImports.problemColumnMissing"]({ file: problem.file, column: problem.column });
    case "changesOnly":
      return m["classImports.problemChangesOnly"]();
    case "notLoaded":
      return m["classImports.problemNotLoaded"]();
    case "spreadsheet":
      return m["classImports.problemSpreadsheet"]();
  }
}
