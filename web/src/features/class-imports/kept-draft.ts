/** Keeps a list in this tab for an hour, for the same account. A shared machine must not keep the names of children. */
import { dropKeptValues, formsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { keepValues, readKeptValues } from "#/features/edits/kept-values.ts";
import type { ImportDraft } from "./import-draft.ts";

const form = formsOfTheSession.classImport;

/** Replaces a list that was kept before. */
export function keepDraft(accountId: string, draft: ImportDraft): void {
  keepValues({ form, accountId }, { draft: JSON.stringify(draft) });
}

export function dropKeptDraft(): void {
  dropKeptValues(form);
}

/** Returns the kept list; undefined if there is none, or if it is for another class. */
export function readKeptDraft(accountId: string, playerGroupId: string | undefined): ImportDraft | undefined {
  const kept = readKeptValues({ form, accountId }, { draft: "" })?.draft;
  if (kept === undefined || kept === "") return undefined;
  // Only this file writes it, in the shape of a draft.
  const draft = JSON.parse(kept) as ImportDraft;
  return draft.playerGroupId === playerGroupId ? draft : undefined;
}
