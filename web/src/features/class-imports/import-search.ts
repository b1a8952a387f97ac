import { isId } from "#/api/is-id.ts";

/** What the address says: the class that the list is for, and the id of the import once it is made. */
export interface ImportSearch {
  playerGroupId?: string;
  importId?: string;
}

/** Leaves out ids of another form. */
export function readImportSearch({ playerGroupId, importId }: Record<string, unknown>): ImportSearch {
  return { ...(isId(playerGroupId) && { playerGroupId }), ...(isId(importId) && { importId }) };
}
