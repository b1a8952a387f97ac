import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { rowsOf } from "./import-draft.ts";
import type { ListedStudent, ListProblem } from "./list-problem.ts";
import { parseList } from "./parse-list.ts";
import type { Reading } from "./parse-list.ts";
import { readFile } from "./read-file.ts";
import type { DraftState } from "./use-import-draft.ts";

/** The organization of a list of several classes. */
export interface ImportPlace {
  /** The user still has to choose an organization. */
  isMissing: boolean;
  /** The list, or a field beside it, must name the class. */
  needsClass: boolean;
  /** What the draft takes over; empty for a list of one class. */
  part: { organizationId?: string };
}

/** A OneRoster export that was read, and has no text in the field. */
interface ExportedList {
  file: string;
  students: ListedStudent[];
  /** The text that was in the field meanwhile. Another text replaces the export. */
  text: string;
}

/** The text of a file, or the name of an export. Undefined for the text of the field. */
type Source = { text: string } | { file: string } | undefined;

/**
 * Reads the text or file of a list into the draft. A text that cannot be read stays in its field, with the problem. Without an organization or
 * a class a text stays too, and so does an export (OneRoster): `waiting`. `findPlace` waits for the user's organizations, which may still
 * load. If they cannot be loaded, `failure` says why.
 */
export function useReadList({ draft, change, discard }: DraftState, findPlace: () => Promise<ImportPlace>) {
  const [problem, setProblem] = useState<ListProblem>();
  const [isPlaceMissing, setIsPlaceMissing] = useState(false);
  // Counts the refusals since the class was last there, so that each moves the focus.
  const [classRefusals, setClassRefusals] = useState(0);
  const [exported, setExported] = useState<ExportedList>();
  const waiting = exported?.text === draft.text ? exported : undefined;
  const { isBusy, failure, act } = useAction();
  const take = async (list: { students: ListedStudent[]; reading?: Reading } | ListProblem, source?: Source) => {
    const isRefused = "is" in list;
    setProblem(isRefused ? list : undefined);
    const isExport = !isRefused && source !== undefined && "file" in source;
    setExported(isExport ? { file: source.file, students: list.students, text: draft.text } : undefined);
    if (source !== undefined && "text" in source) change({ text: source.text });
    const place = await findPlace();
    setIsPlaceMissing(place.isMissing);
    const lacksClass = !isRefused && place.needsClass && draft.className.trim() === "" && !list.students.some(hasClass);
    setClassRefusals((before) => (lacksClass ? before + 1 : 0));
    if (!isRefused && !place.isMissing && !lacksClass) change({ ...place.part, rows: rowsOf(list.students), reading: list.reading });
  };
  const takeFile = async (file: File) => {
    const read = await readFile(file);
    await ("text" in read ? take(parseList(read.text), { text: read.text }) : take(read, { file: file.name }));
  };
  return {
    problem,
    isPlaceMissing,
    classRefusals,
    /** An export that waits for the organization or the class. */
    waiting: isBusy ? undefined : waiting,
    isReading: isBusy,
    failure,
    takeList: () => void act(() => (waiting === undefined ? take(parseList(draft.text)) : take(waiting, { file: waiting.file }))),
    takeFile: async (file: File | undefined): Promise<void> => {
      if (file !== undefined) await act(() => takeFile(file));
    },
    discard: () => {
      setExported(undefined);
      discard();
    },
  };
}

function hasClass({ className }: ListedStudent): boolean {
  return className !== undefined;
}

export type ReadList = ReturnType<typeof useReadList>;
