import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { incompleteLanguages, type Language, languages, placeholders, sourceLanguage, textKeys } from "./texts.ts";

// Codes of refusals become text keys at run time, so the closed list in the contract counts as a use.
const usedIn = ["web/src/**/*.{ts,tsx}", "server/src/**/*.ts", "contract/src/**/*.ts"];

const source = await textKeys(sourceLanguage);
const complaints = [...(await unusedTexts()), ...(await Promise.all(languages.map(compareWithSource))).flat()];
for (const complaint of complaints) console.error(complaint);
console.log(
  `${source.size} texts in ${languages.length} languages: ${complaints.length === 0 ? "in order" : `${complaints.length} faults`}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

async function compareWithSource(language: Language): Promise<string[]> {
  const texts = await textKeys(language);
  const found: string[] = [];
  for (const [key, original] of source) {
    const text = texts.get(key);
    if (text === undefined && !incompleteLanguages.has(language)) found.push(`texts/${language}.json: "${key}" is missing`);
    if (text !== undefined && placeholders(text).join() !== placeholders(original).join()) {
      found.push(`texts/${language}.json: "${key}" has other placeholders than texts/${sourceLanguage}.json`);
    }
  }
  const unknown = [...texts.keys()].filter((key) => !source.has(key));
  return [...found, ...unknown.map((key) => `texts/${language}.json: "${key}" is not in texts/${sourceLanguage}.json`)];
}

/** A key counts as used where it stands in quotes: m["errors.loginFailed"]() or code: "errors.loginFailed". */
async function unusedTexts(): Promise<string[]> {
  const code: string[] = [];
  for await (const file of glob(usedIn, { cwd: projectFolder })) {
    code.push(await readFile(path.join(projectFolder, file), "utf8"));
  }
  const quoted = new Set(code.join("\n").match(/(?<=["'`])[\w-]+(?:\.[\w-]+)+(?=["'`])/g));
  const unused = [...source.keys()].filter((key) => !quoted.has(key));
  return unused.map((key) => `texts/${sourceLanguage}.json: "${key}" is used nowhere in web or server`);
}
