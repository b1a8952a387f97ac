/** docs/errors.md has every refusal of the contract, with a test that provokes it, in every language. These tests keep it up to date. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCodes, refusals } from "@storyport/contract/error-codes";
import { describe, expect, test } from "vitest";

import { namedTests, sourceOfTest } from "./named-tests.ts";
import { projectFolder } from "./project-folder.ts";
import { languages, sourceLanguage, textKeys } from "./texts.ts";

const file = path.join(projectFolder, "docs/errors.md");
const page = await readFile(file, "utf8");
const [, ofServer = "", ofScreens = ""] = page.split(/^## .*$/m);
const serverRows = rowsOf(ofServer).map(([code = "", status = "", sentence = "", , test = ""]) => ({ code, status, sentence, test }));
const screenRows = rowsOf(ofScreens).map(([, key = "", test = ""]) => ({ key, test }));

/** Returns the cells of a table's rows, without its head. */
function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replace(/^`([^`]+)`$/, "$1")),
  );
}

test("every code of the contract is in the table once, with its status and sentence, in the contract's order", () => {
  const listed = serverRows.map(({ code, status, sentence }) => `${code} ${status} ${sentence}`);
  const held = errorCodes.map((code) => `${code} ${refusals[code][0]} ${refusals[code][1]}`);
  expect(listed).toEqual(held);
});

describe("the test of each code exists and names the code", () => {
  test.each(serverRows)("$code", async ({ code, test: cell }) => {
    const tests = namedTests(cell);
    expect(tests, `${code} names no test`).not.toEqual([]);
    for (const named of tests) {
      const source = await sourceOfTest(named);
      for (const title of named.titles) expect(source.includes(title), `${named.file} has no test "${title}"`).toBe(true);
      expect(source.includes(code), `${named.file} does not mention ${code}`).toBe(true);
    }
  });
});

describe("each sentence of a screen is a text, and its test exists", () => {
  test.each(screenRows)("$key", async ({ key, test: cell }) => {
    expect([...(await textKeys(sourceLanguage)).keys()]).toContain(key);
    const tests = namedTests(cell);
    expect(tests, `${key} names no test`).not.toEqual([]);
    for (const named of tests) {
      const source = await sourceOfTest(named);
      for (const title of named.titles) expect(source.includes(title), `${named.file} has no test "${title}"`).toBe(true);
    }
  });
});

test("each sentence has its translations, as in the texts", async () => {
  const others = languages.filter((language) => language !== sourceLanguage);
  const texts = await Promise.all(others.map(textKeys));
  const keys = new Set([...errorCodes, ...screenRows.map(({ key }) => key)]);
  const rows = [...keys].map((key) => [`\`${key}\``, ...texts.map((text) => text.get(key) ?? "–")]);
  const printed = [["Text", ...others], ["---", ...others.map(() => "---")], ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  // All lines of a table from its head to the end of the page.
  const table = /(?<=^## In the other languages\n(?:(?!\|).*\n)*)(?:\|.*\n)*(?![\s\S])/m;
  if (process.env["WRITE_DOCS"] === "1")
    await writeFile(
      file,
      page.replace(table, () => printed),
    );
  expect(table.exec(await readFile(file, "utf8"))?.[0]).toBe(printed);
  expect(rows.filter((cells) => cells.includes("–"))).toEqual([]);
});
