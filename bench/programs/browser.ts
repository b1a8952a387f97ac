/** Measures a page in a real Chromium: the bytes it loads, and its delay after a key or tap with a slow processor. */
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { findChromium } from "@storyport/tools/find-chromium";
import type { CleanUp } from "#/figures/clean-up.ts";

export interface LoadedFile {
  path: string;
  kind: string;
  bytes: number;
  encoding: string;
  text: string;
}

/** Chromium's sandbox refuses to work for root. */
export const sandboxFlags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export async function openBrowser(cleanUp: CleanUp): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: sandboxFlags });
  cleanUp.later(() => browser.close());
  return browser;
}

/** The screen of the phone that Lighthouse plays, so that both see the same page. */
const phone = { width: 412, height: 823 };

/** Sizes as transferred (compressed), of files of the origin and of others. */
export async function listLoadedFiles(browser: Browser, url: string): Promise<LoadedFile[]> {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const finished: Promise<LoadedFile>[] = [];
  page.on("requestfinished", (request) => {
    finished.push(
      (async () => {
        const response = await request.response();
        const { responseBodySize } = await request.sizes();
        const isText = ["script", "stylesheet", "document"].includes(request.resourceType());
        return {
          path: new URL(request.url()).pathname,
          kind: request.resourceType(),
          bytes: responseBodySize,
          encoding: (await response?.headerValue("content-encoding")) ?? "",
          text: isText ? ((await response?.text()) ?? "") : "",
        };
      })(),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const files = await Promise.all(finished);
  await context.close();
  return files;
}

const slowDown = 4;

/** Returns milliseconds from input to the next painted frame: the worst of typing into the login form and sending it. */
export async function worstInteraction(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const seen: number[] = [];
  await page.exposeFunction("noteInteraction", (milliseconds: number) => void seen.push(milliseconds));
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.noteInteraction(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true })`);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.goto(url, { waitUntil: "load" });
  await fillAndSend(page);
  await context.close();
  // The browser does not report an interaction within one frame.
  return Math.max(16, ...seen);
}

/** Sends a wrong password, so that the page stays and shows an error. */
async function fillAndSend(page: Page): Promise<void> {
  await page.locator("input[type=email]").tap();
  await page.keyboard.type("nobody@bench.example", { delay: 40 });
  await page.locator("input[type=password]").tap();
  await page.keyboard.type("Reading-Rocks-26", { delay: 40 });
  const answer = page.waitForResponse((response) => response.url().endsWith("/pw/login"));
  await page.keyboard.press("Enter");
  await answer;
  // The browser reports interactions a moment later.
  await page.waitForTimeout(1500);
}
