import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { readTests, type WrittenFile, type WrittenTest } from "./written-tests.ts";

/** A test as the documents name it: server `delete-account` › `on a game's page` › `one of fifty concurrent requests deletes`. */
export interface NamedTest {
  readonly part: string;
  readonly file: string;
  readonly titles: readonly string[];
}

/** Returns every test that a cell of a table names, as `part \`file\` › \`title\``. */
export function namedTests(cell: string): NamedTest[] {
  const found = cell.matchAll(/\b(server|web|contract|tools|e2e) `([^`]+)`((?: › `[^`]+`)+)/g);
  return [...found].map(([, part = "", file = "", titles = ""]) => ({
    part,
    file,
    titles: [...titles.matchAll(/ › `([^`]+)`/g)].map(([, title = ""]) => title),
  }));
}

/** Returns the source of a named test's file; "" if it is missing. */
export async function sourceOfTest(named: NamedTest): Promise<string> {
  return (await testFiles(named)).map(({ source }) => source).join("\n");
}

/** Returns why a named test does not count: it is missing or skipped. Returns undefined if it counts. */
export async function faultOf(named: NamedTest): Promise<string | undefined> {
  const name = `${named.part} ${named.file} › ${named.titles.join(" › ")}`;
  const files = await testFiles(named);
  const found = files.flatMap(({ written }) => written.tests.filter(({ titles }) => isNamed(named.titles, titles, written)));
  if (found.length === 0) return `${name}: there is no such test`;
  return found.every(({ isSkipped }) => isSkipped) ? `${name}: it is skipped` : undefined;
}

interface TestFile {
  readonly path: string;
  readonly source: string;
  readonly written: WrittenFile;
}

// Cached, because hundreds of names refer to the same files.
const filesOf = new Map<string, Promise<TestFile[]>>();
let listing: Promise<string[]> | undefined;

async function testFiles({ part, file }: NamedTest): Promise<TestFile[]> {
  const name = `${part}/${file}`;
  const files = filesOf.get(name) ?? readTestFiles(part, file);
  filesOf.set(name, files);
  return await files;
}

async function readTestFiles(part: string, file: string): Promise<TestFile[]> {
  const paths = (await (listing ??= listTestFiles())).filter((found) => isFileOf({ part, file }, found));
  return await Promise.all(
    paths.map(async (found) => {
      const source = await readFile(path.join(projectFolder, found), "utf8");
      return { path: found, source, written: readTests(found, source) };
    }),
  );
}

/** Whether a path below the repository is the named file. */
export function isFileOf({ part, file }: Pick<NamedTest, "part" | "file">, found: string): boolean {
  return new RegExp(`^${part}/(?:.*/)?${file}\\.(?:test|spec)\\.tsx?$`).test(found);
}

async function listTestFiles(): Promise<string[]> {
  const files: string[] = [];
  const pattern = "{server,web,contract,tools,e2e}/**/*.{test,spec}.{ts,tsx}";
  for await (const found of glob(pattern, { cwd: projectFolder, exclude: (name) => name === "node_modules" })) {
    files.push(found.replaceAll("\\", "/"));
  }
  return files;
}

/** Whether the names are written titles, in order. The last may be a row of the table that fills a title in. */
function isNamed(names: readonly string[], written: WrittenTest["titles"], { strings }: WrittenFile): boolean {
  const last = names.at(-1) ?? "";
  const filled = written.findLast(hasPlaceholder);
  const above = names.slice(0, -1);
  const isRow = filled !== undefined && strings.has(last) && isInOrder(above, written);
  return isRow || isInOrder(names, written);
}

function isInOrder(names: readonly string[], titles: readonly string[]): boolean {
  let met = 0;
  for (const title of titles) if (met < names.length && title === names[met]) met += 1;
  return met === names.length;
}

function hasPlaceholder(title: string): boolean {
  return /%[a-z#]|\$\{|\$\w/.test(title);
}

/** Whether a reported test is one that a document names. Placeholders in titles match any text. */
export function matchesReported(names: readonly string[], reported: readonly string[]): boolean {
  // A row's name comes after its table's title; the report contains the table's title, filled in.
  const wanted = hasPlaceholder(names.at(-2) ?? "") ? names.slice(0, -1) : names;
  let met = 0;
  for (const title of reported) if (met < wanted.length && patternOf(wanted[met] ?? "").test(title)) met += 1;
  return met === wanted.length;
}

function patternOf(title: string): RegExp {
  const fixed = title.split(/%[a-z#]|\$\{[^}]*\}|\$[\w.]+/).map((part) => part.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join(".*")}$`, "s");
}
