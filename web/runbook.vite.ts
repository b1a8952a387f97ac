import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import type { RunbookPart } from "./src/features/health/runbook.ts";

const moduleName = "virtual:runbook";
const file = path.join(import.meta.dirname, "../docs/runbook.md");

/** The sections of docs/runbook.md, so that the page Health shows the words that its readers would look up. */
export function runbook(): Plugin {
  return {
    name: "storyport:runbook",
    resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      this.addWatchFile(file);
      return `export const sections = ${JSON.stringify(sectionsOf(await readFile(file, "utf8")))};`;
    },
  };
}

/** Each section has paragraphs that begin with a bold word. */
function sectionsOf(text: string): Record<string, RunbookPart[][]> {
  const [, ...sections] = text.split(/^## /m);
  return Object.fromEntries(
    sections.map((section) => {
      const [name = "", ...lines] = section.trim().split("\n");
      const paragraphs = lines.join("\n").split(/^(?=\*\*)/m);
      return [name, paragraphs.map((paragraph) => partsOf(paragraph.trim().replaceAll("\n", " "))).filter((parts) => parts.length > 0)];
    }),
  );
}

/** Links keep their words, because their targets are files. */
function partsOf(paragraph: string): RunbookPart[] {
  const plain = paragraph.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return plain.split(/(\*\*[^*]+\*\*|`[^`]+`)/).flatMap((words): RunbookPart[] => {
    if (words === "") return [];
    if (words.startsWith("**")) return [{ kind: "strong", words: words.slice(2, -2) }];
    return [words.startsWith("`") ? { kind: "code", words: words.slice(1, -1) } : { kind: "plain", words }];
  });
}
