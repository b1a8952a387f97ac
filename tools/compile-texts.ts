import { compile } from "@inlang/paraglide-js";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "rolldown";

import { projectFolder } from "./project-folder.ts";
import { readIfThere } from "./read-if-there.ts";
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
await joinForNode();
// Without it the compiler's engine keeps the process alive for thirty idle seconds.
process.exit(0);

/** If a plugin is missing the compiler compiles nothing and succeeds, so count the result. */
async function demandEveryText(): Promise<void> {
  const index = await readIfThere(path.join(compiled, "messages", "_index.js"));
  const found = index.split("\n").filter((line) => line.startsWith("export")).length;
  const wanted = (await textKeys(sourceLanguage)).size;
  if (wanted === 0 || found < wanted) {
    throw new Error(`${found} of ${wanted} texts were compiled. Is the plugin in texts/project.inlang/settings.json found?`);
  }
}

/** The server uses all texts, and a module for each of them was half of its start and 30 MiB. So Node reads them from one file. */
async function joinForNode(): Promise<void> {
  const { output } = await build({
    input: path.join(compiled, "messages", "_index.js"),
    external: /runtime\.js$/,
    output: {
      file: path.join(compiled, "messages", "_all.js"),
      comments: false,
      minify: { compress: false, mangle: false, codegen: true },
    },
    write: false,
    logLevel: "warn",
  });
  await writeFile(path.join(compiled, "messages", "_all.js"), output[0].code.replace(/[^\0-\u007f]/g, escaped));
  await writeFile(path.join(compiled, "messages-for-node.js"), 'export * as m from "./messages/_all.js";\n');
}

/** A single character outside ASCII doubles the file in memory, because Node then reads it into two bytes per character. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
