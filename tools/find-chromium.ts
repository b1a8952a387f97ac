import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import { runCommand } from "./commands.ts";
import { withProgress } from "./progress.ts";

// The headless shell draws no window, tabs or menus, so journeys take a third less time.
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
// Where Playwright's own download stores the browser, below the folder of a revision.
const inPlaywrightFolder = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-win64/chrome.exe",
];

/** Finds the Chromium for the journeys, preferably its headless shell. On Debian as root it installs the shell. */
export async function findChromium(): Promise<string> {
  const found = namedChromium() ?? onPath(shells) ?? (await installOnDebian()) ?? installedChromium();
  if (found !== undefined) return found;
  throw new Error(
    "The journeys need a Chromium, and none was found. Install one (Debian: apt install chromium-headless-shell; anywhere: npx playwright install chromium) " +
      "or name it: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

function namedChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return named === "" ? undefined : named;
}

function installedChromium(): string | undefined {
  return onPath(names) ?? [...elsewhere, ...playwrightsOwn()].find((file) => existsSync(file));
}

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => programs.map((program) => path.join(folder, program))).find((file) => existsSync(file));
}

function playwrightsOwn(): string[] {
  const caches = [".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright"];
  const folders = [process.env.PLAYWRIGHT_BROWSERS_PATH ?? "", ...caches.map((cache) => path.join(homedir(), cache))];
  return folders
    .filter((folder) => folder !== "" && existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith("chromium-"))
        .map((name) => path.join(folder, name)),
    )
    .flatMap((revision) => inPlaywrightFolder.map((file) => path.join(revision, file)));
}

async function installOnDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return await withProgress("Installing Chromium (apt-get)", async () => {
    await runCommand(["apt-get", "update", "-qq"], { env });
    const { code, output } = await runCommand(["apt-get", "install", "-y", "-qq", "chromium-headless-shell"], { env });
    if (code !== 0 && installedChromium() === undefined) console.error(output);
    return onPath(shells);
  });
}
