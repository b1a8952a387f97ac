/** A piece of a paragraph of docs/runbook.md, which the build reads (web/runbook.vite.ts). */
export interface RunbookPart {
  kind: "plain" | "strong" | "code";
  words: string;
}
