import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { staleAllowances, translationFaults, unusedTexts } from "./text-faults.ts";
import { incompleteLanguages, type Language, languages, sourceLanguage, textKeys } from "./texts.ts";

// Codes of refusals become text keys at run time, so the closed list in the contract counts as a use.
const usedIn = ["web/src/**/*.{ts,tsx}", "server/src/**/*.ts", "contract/src/**/*.ts"];

const source = await textKeys(sourceLanguage);
const complaints = [...unusedTexts(source.keys(), await readCode()), ...(await Promise.all(languages.map(check))).flat()];
for (const complaint of complaints) console.error(complaint);
console.log(
  `${source.size} texts in ${languages.length} languages: ${complaints.length === 0 ? "in order" : `${complaints.length} faults`}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

async function check(language: Language): Promise<string[]> {
  const translation = { language, source, texts: await textKeys(language), isIncomplete: incompleteLanguages.has(language) };
  return [...translationFaults(translation), ...staleAllowances(language, translation)];
}

async function readCode(): Promise<string> {
  const code: string[] = [];
  for await (const file of glob(usedIn, { cwd: projectFolder })) {
    code.push(await readFile(path.join(projectFolder, file), "utf8"));
  }
  return code.join("\n");
}
