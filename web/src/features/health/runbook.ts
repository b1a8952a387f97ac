/** A piece of a paragraph of docs/runbook.md. */
export interface RunbookPart {
  kind: "plain" | "strong" | "code";
  words: string;
}
