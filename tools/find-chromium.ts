import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import { runCommand } from "./commands.ts";
import { withProgress } from "./progress.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
// Where Playwright's own download keeps the browser, below its folder of one revision.
const inPlaywrightFolder = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-win64/chrome.exe",
];

/** The Chromium that plays the journeys; on Debian as root it is installed when there is none. */
export async function findChromium(): Promise<string> {
  const found = installedChromium() ?? (await installOnDebian());
  if (found !== undefined) return found;
  throw new Error(
    "The journeys need a Chromium, and none was found. Install one (Debian: apt install chromium; anywhere: npx playwright install chromium) " +
      "or name it: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

function installedChromium(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM ?? process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  const onPath = (process.env.PATH ?? "").split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...elsewhere, ...playwrightsOwn()].find((file) => existsSync(file));
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
    const { code, output } = await runCommand(["apt-get", "install", "-y", "-qq", "chromium"], { env });
    if (code !== 0) console.error(output);
    return installedChromium();
  });
}
