import { useEffect, useState } from "react";
import { useUser } from "#/shell/portal.ts";
import { useDraft } from "#/shell/session-end.ts";
import { emptyDraft } from "./import-draft.ts";
import type { DraftRow, ImportDraft } from "./import-draft.ts";
import { dropKeptDraft, keepDraft, readKeptDraft } from "./kept-draft.ts";

export interface DraftState {
  draft: ImportDraft;
  /** The tab had kept the list, for example over a reload or a login. It has not changed since. */
  wasKept: boolean;
  change: (part: Partial<ImportDraft>) => void;
  changeRow: (key: number, part: Partial<DraftRow>) => void;
  /** Forgets this list, also in the tab's storage. */
  discard: () => void;
}

/**
 * The list of this screen. Each change is kept in the tab (`kept-draft.ts`), and gives the import another id. `playerGroupId` is the class
 * that the list is for; undefined for a list of several classes. The kept lists of other classes stay.
 */
export function useImportDraft(playerGroupId: string | undefined): DraftState {
  const { accountId } = useUser();
  const [kept] = useState(() => readKeptDraft({ accountId, playerGroupId }));
  const [draft, setDraft] = useState(() => kept ?? emptyDraft(playerGroupId));
  const [wasKept, setWasKept] = useState(kept !== undefined);
  const isEmpty = draft.text === "" && draft.rows === undefined;
  useEffect(() => {
    if (isEmpty) dropKeptDraft({ accountId, playerGroupId });
    else keepDraft(accountId, draft);
  }, [accountId, draft, isEmpty, playerGroupId]);
  useDraft({ isTouched: () => !isEmpty, keep: () => keepDraft(accountId, draft) });
  const changed = (change: (present: ImportDraft) => Partial<ImportDraft>) => {
    setDraft((present) => ({ ...present, ...change(present), id: crypto.randomUUID() }));
    setWasKept(false);
  };
  return {
    draft,
    wasKept,
    change: (part) => changed(() => part),
    changeRow: (key, part) => changed(({ rows = [] }) => ({ rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) })),
    // A change keeps what it does not name, so the rows are named.
    discard: () => changed(() => ({ ...emptyDraft(playerGroupId), rows: undefined, reading: undefined })),
  };
}
