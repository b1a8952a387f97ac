/** The diagrams of the documents can be drawn. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

test("no line of a sequence diagram has a semicolon or a number sign, which Mermaid takes for its end", async () => {
  const faults: string[] = [];
  let diagrams = 0;
  for await (const file of glob(["*.md", "docs/**/*.md"], { cwd: projectFolder })) {
    const page = await readFile(path.join(projectFolder, file), "utf8");
    for (const [, diagram = ""] of page.matchAll(/^```mermaid\nsequenceDiagram\n(.*?)^```$/gms)) {
      diagrams += 1;
      faults.push(...diagram.split("\n").flatMap((line) => (/[;#]/.test(line) ? `${file}: ${line.trim()}` : [])));
    }
  }
  expect(diagrams).toBeGreaterThan(15);
  expect(faults).toEqual([]);
});
