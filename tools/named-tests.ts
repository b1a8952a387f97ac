import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";

/** A test as the documents name it: server `delete-account` › `on a game's page` › `of fifty at once one deletes`. */
export interface NamedTest {
  readonly part: string;
  readonly file: string;
  readonly titles: readonly string[];
}

/** Every test that a cell of a table names, as `part \`file\` › \`title\``. */
export function namedTests(cell: string): NamedTest[] {
  const found = cell.matchAll(/\b(server|web|contract|tools|e2e) `([^`]+)`((?: › `[^`]+`)+)/g);
  return [...found].map(([, part = "", file = "", titles = ""]) => ({
    part,
    file,
    titles: [...titles.matchAll(/ › `([^`]+)`/g)].map(([, title = ""]) => title),
  }));
}

/** The source of the file a named test stands in; "" where there is none. */
export async function sourceOfTest({ part, file }: NamedTest): Promise<string> {
  const pattern = part === "e2e" ? `e2e/**/${file}.spec.ts` : `${part}/**/${file}.test.{ts,tsx}`;
  const sources: string[] = [];
  for await (const found of glob(pattern, { cwd: projectFolder, exclude: (name) => name === "node_modules" })) {
    sources.push(await readFile(path.join(projectFolder, found), "utf8"));
  }
  return sources.join("\n");
}
