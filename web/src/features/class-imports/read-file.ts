import { decodeText, isZip } from "#/shell/decode-file.ts";
import { limitsOfLists } from "./list-problem.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";

/** Reads a file: the text of a list, or the students of a OneRoster export. The reader of exports is loaded for zip files only. */
export async function readFile(file: File): Promise<{ text: string } | { students: ListedStudent[] } | ListProblem> {
  if (file.size > limitsOfLists.bytes) return { is: "tooLarge" };
  const content = await file.arrayBuffer().catch(() => undefined);
  // A browser cannot read a dropped folder, or a file that was moved since it was chosen.
  if (content === undefined) return { is: "notText" };
  const bytes = new Uint8Array(content);
  if (isZip(bytes)) {
    // A new release or a broken connection takes the script away.
    const reader = await import("./read-one-roster.ts").catch(() => undefined);
    return reader?.readOneRoster(bytes) ?? { is: "notLoaded" };
  }
  const text = decodeText(bytes);
  return text === undefined ? { is: "notText" } : { text };
}
