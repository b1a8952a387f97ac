import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
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
 * a text stays too, but an export (OneRoster) must be chosen again. `findPlace` waits for the user's organizations, which may still load.
 * If they cannot be loaded, `failure` says why.
 */
export function useReadList({ draft, change }: DraftState, findPlace: () => Promise<ImportPlace>) {
  const [problem, setProblem] = useState<ListProblem>();
  const [isPlaceMissing, setIsPlaceMissing] = useState(false);
  const { isBusy, failure, act } = useAction();
  /** `text` is that of a file. */
  const take = async (list: { students: ListedStudent[]; reading?: Reading } | ListProblem, text?: string) => {
    const isRefused = "is" in list;
    setProblem(isRefused ? list : undefined);
    if (text !== undefined) change({ text });
    const place = await findPlace();
    setIsPlaceMissing(place.isMissing);
    if (!isRefused && !place.isMissing) change({ ...place.part, rows: rowsOf(list.students), reading: list.reading });
  };
  const takeFile = async (file: File) => {
    const read = await readFile(file);
    await ("text" in read ? take(parseList(read.text), read.text) : take(read));
  };
  return {
    problem,
    isPlaceMissing,
    isReading: isBusy,
    failure,
    takeText: () => void act(() => take(parseList(draft.text))),
    takeFile: async (file: File | undefined): Promise<void> => {
      if (file !== undefined) await act(() => takeFile(file));
    },
  };
}
