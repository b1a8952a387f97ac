import { useState } from "react";
import { rowsOf } from "./import-draft.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";
import { parseList } from "./parse-list.ts";
import type { Reading } from "./parse-list.ts";
import { readFile } from "./read-file.ts";
import type { DraftState } from "./use-import-draft.ts";

/** The organization of a list that is not for one class. */
export interface ImportPlace {
  /** The user still has to choose an organization. */
  isMissing: boolean;
  /** What the draft takes over; empty for a list of one class. */
  part: { organizationId?: string };
}

/**
 * Reads the text or file of a list into the draft. A text that cannot be read stays in its field, with the problem. Without an organization
 * a text stays too, but an export (OneRoster) must be chosen again.
 */
export function useReadList({ draft, change }: DraftState, place: ImportPlace) {
  const [problem, setProblem] = useState<ListProblem>();
  const [isPlaceMissing, setIsPlaceMissing] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const take = (list: { students: ListedStudent[]; reading?: Reading } | ListProblem, text = draft.text) => {
    const isRefused = "is" in list;
    setProblem(isRefused ? list : undefined);
    setIsPlaceMissing(place.isMissing);
    if (isRefused || place.isMissing) change({ text });
    else change({ text, ...place.part, rows: rowsOf(list.students), reading: list.reading });
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined || isReading) return;
    setIsReading(true);
    const read = await readFile(file);
    setIsReading(false);
    if ("text" in read) take(parseList(read.text), read.text);
    else take(read);
  };
  return { problem, isPlaceMissing, isReading, takeText: () => take(parseList(draft.text)), takeFile };
}
