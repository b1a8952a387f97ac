import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { projectFolder } from "./project-folder.ts";

export const sourceLanguage = "en";
export const languages = ["en", "nb", "nn", "fr", "nl", "pt-BR"] as const;
export type Language = (typeof languages)[number];

/** Languages still being translated, whose missing texts are shown in English. Empty when all are complete. */
export const incompleteLanguages: ReadonlySet<Language> = new Set([]);

type Block = { [name: string]: unknown };
const block: z.ZodMiniType<Block> = z.record(z.string(), z.unknown());

/** The texts of one language by their full key: "errors.loginFailed" -> "Login failed". */
export async function textKeys(language: Language): Promise<ReadonlyMap<string, string>> {
  const file = path.join(projectFolder, "texts", `${language}.json`);
  const found = new Map<string, string>();
  collect(block.parse(JSON.parse(await readFile(file, "utf8"))), [], found);
  return found;
}

/** Returns the names in braces of a text, in alphabetical order. */
export function placeholders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{\s*([\w.]+)\s*\}/g)].map((match) => match[1] ?? ""))].toSorted();
}

function collect(texts: Block, parents: readonly string[], found: Map<string, string>): void {
  for (const [name, value] of Object.entries(texts)) {
    const keyPath = [...parents, name];
    // Not a text but a note to editors, such as `$schema`.
    if (name.startsWith("$")) continue;
    if (isBlock(value)) collect(value, keyPath, found);
    // A text with variants would be a list; it is compared as a whole.
    else found.set(keyPath.join("."), typeof value === "string" ? value : JSON.stringify(value));
  }
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
