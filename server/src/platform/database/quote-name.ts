/** Writes a name of a table, column, sequence or role into a statement, which takes no parameter there. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
