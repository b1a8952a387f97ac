import { compile } from "@inlang/paraglide-js";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { sourceLanguage, textKeys } from "./texts.ts";

const texts = path.join(projectFolder, "texts");
const compiled = path.join(texts, "compiled");

// One module per text, so that a page loads only the texts it uses.
await compile({
  project: path.join(texts, "project.inlang"),
  outdir: compiled,
  outputStructure: "message-modules",
  // The portal chooses the language itself (web/src/shell/language.ts) and passes it to the texts.
  strategy: ["baseLocale"],
  emitTsDeclarations: true,
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
});
await demandEveryText();
// Without it the compiler's engine keeps the process alive for thirty idle seconds.
process.exit(0);

/** If a plugin is missing the compiler compiles nothing and succeeds, so count the result. */
async function demandEveryText(): Promise<void> {
  const index = await readFile(path.join(compiled, "messages", "_index.js"), "utf8").catch(() => "");
  const found = index.split("\n").filter((line) => line.startsWith("export")).length;
  const wanted = (await textKeys(sourceLanguage)).size;
  if (wanted === 0 || found < wanted) {
    throw new Error(`${found} of ${wanted} texts were compiled. Is the plugin in texts/project.inlang/settings.json found?`);
  }
}
