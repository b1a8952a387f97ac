/** What the address says: the class that the list is for, and the id of the import once it is made. */
export interface ImportSearch {
  playerGroupId?: string;
  importId?: string;
}

/** Leaves out ids of another form. */
export function readImportSearch({ playerGroupId, importId }: Record<string, unknown>): ImportSearch {
  return { ...(isId(playerGroupId) && { playerGroupId }), ...(isId(importId) && { importId }) };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
