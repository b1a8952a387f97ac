/** The sections of docs/runbook.md by name, each with its paragraphs. */
export type Runbook = Record<string, RunbookPart[][]>;

export interface RunbookPart {
  kind: "plain" | "strong" | "code";
  words: string;
}
