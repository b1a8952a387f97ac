/** Names a statement by what it does to which table. Our statements hold no values, and a name must hold none either. */
const operations = new Set(["select", "insert", "update", "delete", "with", "begin", "commit", "rollback"]);

export function nameStatement(statement: string): { operation: string; table: string | undefined } {
  const [, first = ""] = /^\s*(\w+)/.exec(statement) ?? [];
  const word = first.toLowerCase();
  const operation = operations.has(word) ? word : "other";
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]{1,60})\b/i.exec(statement) ?? [];
  return { operation, table };
}
