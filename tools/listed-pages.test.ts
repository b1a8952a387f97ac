import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "./project-folder.ts";

/** Public pages that the journeys of the languages cannot simply open, with the reason. */
const otherPages: Readonly<Record<string, string>> = {
  "/": "leads a visitor to the login",
  "/post-login": "leads on at once",
  "/dashboard-redirect": "leads to the dashboard",
  "/login/feide": "leads to the provider",
  "/login/google": "leads to the provider",
  "/login/apple": "leads to the provider",
  "/login/qr": "needs a badge: e2e/support/child-screens.ts",
  "/set-display-name": "needs a login: e2e/support/area-pages.ts",
};

async function pathsOfTable(): Promise<string[]> {
  const table = await readFile(path.join(projectFolder, "web/src/public/pages.ts"), "utf8");
  return [...new Set([...table.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, found = ""]) => found))];
}

async function listedPaths(): Promise<string[]> {
  const source = await readFile(path.join(projectFolder, "e2e/support/languages.ts"), "utf8");
  const list = /export const publicPages = \[(.*?)\];/s.exec(source)?.[1] ?? "";
  return [...list.matchAll(/"(\/[^"?]*)/g)].map(([, found = ""]) => found);
}

test("every row of the public pages is opened in each language, or has a reason why not", async () => {
  const listed = await listedPaths();
  const isListed = (row: string): boolean => listed.some((one) => one === row || (row.endsWith("/*") && one.startsWith(row.slice(0, -1))));
  const rows = await pathsOfTable();
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !isListed(row) && !(row in otherPages))).toEqual([]);
  expect(Object.keys(otherPages).filter((row) => !rows.includes(row) || isListed(row))).toEqual([]);
});
