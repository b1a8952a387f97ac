import type { importClass, checkClassImport, JudgedRow } from "@storyport/contract/class-imports";
import type { BodyOf } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { getLocale } from "@storyport/texts/runtime";
import type { ListedStudent } from "./list-problem.ts";
import type { Reading } from "./parse-list.ts";

export interface DraftRow extends ListedStudent {
  key: number;
  /** What the teacher chose; undefined for what the verdict suggests. */
  choice?: "add" | "skip";
}

/** A list on its way from the pasted text to the import. */
export interface ImportDraft {
  /** The id of the import. Every change makes another, so that only the same list sent again is the same import. */
  id: string;
  /** The class that the list is for. A list of several classes has none. */
  playerGroupId?: string;
  /** Empty until the teacher chooses, and for the list of a class. */
  organizationId: string;
  /** The class of rows without a class, for a list of several classes. */
  className: string;
  text: string;
  /** How a list of names alone was split. Undefined for columns, for an export, and if no line has several parts (`readings`). */
  reading?: Reading | undefined;
  /** Undefined until the list is read. */
  rows?: DraftRow[] | undefined;
}

/** Returns a draft without text, with a new id. */
export function emptyDraft(playerGroupId: string | undefined): ImportDraft {
  return { id: crypto.randomUUID(), ...(playerGroupId !== undefined && { playerGroupId }), organizationId: "", className: "", text: "" };
}

/** Gives each student a key: the place in the list. */
export function rowsOf(students: readonly ListedStudent[]): DraftRow[] {
  return students.map((student, key) => ({ ...student, key }));
}

/** What becomes of a row: `wait` for a row that is wrong and has not been skipped. */
export function decisionOn(row: DraftRow, judged: Pick<JudgedRow, "verdict">): "add" | "skip" | "wait" {
  switch (judged.verdict) {
    case "new":
      return row.choice ?? "add";
    case "looks-alike":
      return row.choice ?? "skip";
    case "already-here":
      return "skip";
    case "wrong":
      return row.choice === "skip" ? "skip" : "wait";
  }
}

/** The request that has a list judged. */
export function checkOf(draft: ImportDraft): BodyOf<typeof checkClassImport> {
  return { ...placeOf(draft), rows: (draft.rows ?? []).map((row) => valuesOf(row, draft)) };
}

/** The request that imports a list in which every row has its verdict and no row waits (`decisionOn`). */
export function orderOf(draft: ImportDraft, judged: readonly JudgedRow[]): BodyOf<typeof importClass> {
  const rows = (draft.rows ?? []).flatMap((row, index) => {
    const seen = judged[index];
    if (seen === undefined) return [];
    const { verdict, playerGroupId } = seen;
    const decision = decisionOn(row, seen) === "add" ? ("add" as const) : ("skip" as const);
    return { ...valuesOf(row, draft), verdict, decision, ...(playerGroupId !== undefined && { judgedGroupId: playerGroupId }) };
  });
  return { id: draft.id, ...placeOf(draft), locale: getLocale(), rows };
}

function placeOf({ playerGroupId, organizationId }: ImportDraft) {
  return playerGroupId === undefined ? { organizationId } : { playerGroupId };
}

function valuesOf(row: DraftRow, draft: ImportDraft): ListedStudent {
  const className = row.className ?? (draft.className || undefined);
  return {
    name: sendable(row.name),
    ...(row.externalId !== undefined && { externalId: sendable(row.externalId) }),
    ...(className !== undefined && { className: sendable(className) }),
  };
}

/** A longer value is wrong in any case. Cutting may leave half a character. The contract takes no such text, and none with U+0000. */
function sendable(value: string): string {
  return value
    .slice(0, limits.classImport.characters)
    .replaceAll("\u0000", "")
    .replace(/\p{Surrogate}/gu, "\ufffd");
}
