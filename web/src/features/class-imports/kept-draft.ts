/**
 * Keeps the list of each class in this tab for an hour, for the same account. A shared machine must not keep the names of children. So each
 * write also forgets the lists of other classes that are too old.
 */
import { dropKeptValues, formsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { keptForMs, keepValues, readKeptValues } from "#/features/edits/kept-values.ts";
import type { ImportDraft } from "./import-draft.ts";

interface KeptList {
  at: number;
  draft: ImportDraft;
}

interface Whose {
  accountId: string;
  /** The class that the list is for; undefined for a list of several classes. */
  playerGroupId: string | undefined;
}

const form = formsOfTheSession.classImport;

/** Replaces the list that was kept for the same class. */
export function keepDraft(accountId: string, draft: ImportDraft): void {
  keepLists(accountId, [...otherLists({ accountId, playerGroupId: draft.playerGroupId }), { at: Date.now(), draft }]);
}

/** Lists of other classes stay. */
export function dropKeptDraft(whose: Whose): void {
  keepLists(whose.accountId, otherLists(whose));
}

/** Returns undefined if no list is kept for the class. */
export function readKeptDraft({ accountId, playerGroupId }: Whose): ImportDraft | undefined {
  return keptLists(accountId).find(({ draft }) => draft.playerGroupId === playerGroupId)?.draft;
}

function otherLists({ accountId, playerGroupId }: Whose): KeptList[] {
  return keptLists(accountId).filter(({ draft }) => draft.playerGroupId !== playerGroupId);
}

function keptLists(accountId: string): KeptList[] {
  const kept = readKeptValues({ form, accountId }, { lists: [] as string[] })?.lists ?? [];
  // Only this file writes them, in the shape of a kept list.
  const lists = kept.map((list) => JSON.parse(list) as KeptList);
  return lists.filter(({ at }) => Date.now() - at <= keptForMs);
}

/** Kept values are texts, so each list is kept as JSON. */
function keepLists(accountId: string, lists: readonly KeptList[]): void {
  if (lists.length === 0) dropKeptValues(form);
  else keepValues({ form, accountId }, { lists: lists.map((list) => JSON.stringify(list)) });
}
