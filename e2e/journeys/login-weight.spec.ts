/** The weight of a first visit to the built login page, with an empty cache (decision 48). */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page, Request } from "@playwright/test";
import { locales } from "@storyport/contract/vocabulary";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";

const mostBytes = 90_000;
const client = path.join(import.meta.dirname, "../../web/dist/client");
const assets = path.join(client, "assets");

/** Returns every file that a first visit to /login loads, until the page is hydrated and idle. */
async function filesOfLogin(page: Page): Promise<Request[]> {
  const files: Request[] = [];
  page.on("requestfinished", (request) => void files.push(request));
  await page.goto("/login", { waitUntil: "networkidle" });
  await hydrated(page.locator("button[type=submit]").first());
  return files;
}

async function scriptsOf(files: readonly Request[]): Promise<string[]> {
  const scripts = files.filter((file) => file.resourceType() === "script");
  return await Promise.all(scripts.map(async (script) => (await script.response())?.text() ?? ""));
}

for (const language of locales) {
  test(`/login is 90 kB at the most, everything together, in ${language}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "language", value: language, url: baseURL ?? "" }]);
    await weigh(page);
  });
}

async function weigh(page: Page): Promise<void> {
  const files = await filesOfLogin(page);
  const sizes = await Promise.all(
    files.map(async (file) => [new URL(file.url()).pathname, (await file.sizes()).responseBodySize] as const),
  );
  // A browser with a window also loads the icon.
  const icon = Number((await page.request.head("/favicon.svg", { headers: { "accept-encoding": "br" } })).headers()["content-length"]);
  const sum = sizes.reduce((all, [, bytes]) => all + bytes, icon);
  expect(sum, sizes.map(([name, bytes]) => `${name}: ${bytes}`).join("\n")).toBeLessThanOrEqual(mostBytes);
  // A page without its script and its font would be light too.
  expect(files.map((file) => file.resourceType())).toEqual(expect.arrayContaining(["document", "script", "font"]));
}

test("the scripts of /login are without the schema library and without words of the admin area", async ({ page }) => {
  const scripts = await scriptsOf(await filesOfLogin(page));
  expect(scripts.join("")).toContain("pw/login");
  for (const script of scripts) {
    expect(script).not.toMatch(/_zod|ZodType|ZodMini/);
    expect(script).not.toMatch(/User Search|Create a new user/);
    expect(script).not.toMatch(/users\/search|users\/create|admin\/player\/search|organization\/create/);
  }
});

test("a pointer that lies still loads no script of passkeys, and one that moves does", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: "Use a passkey" }));
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  const late = () => asked.filter((address) => address.includes("log-in-by-passkey"));
  // As Chromium does where the pointer lies when the page appears.
  await page.evaluate(() => {
    dispatchEvent(new PointerEvent("pointermove"));
    return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  });
  expect(late()).toEqual([]);
  let x = 0;
  const moved = async () => {
    await page.mouse.move((x += 10), 10);
    return late().length;
  };
  await expect.poll(moved).toBe(1);
});

test("what the scripts of /login must not contain is found in other scripts, by the same name", async () => {
  const names = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const all = (await Promise.all(names.map(async (name) => await readFile(path.join(assets, name), "utf8")))).join("");
  for (const text of ["User Search", "Create a new user", "users/search"]) expect(all).toContain(text);
});
