/** "Scan your badge": the camera of the device logs a child in (docs/flows/qr-login.md). */
import type { Page } from "@playwright/test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { giveCamera, showToCamera } from "#/support/camera.ts";
import { fakeCameraVideo } from "#/support/camera-video.ts";
import { watchForFaults } from "#/support/faults.ts";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { gameUrl, portalUrl } from "#/support/world.ts";

const greeting = (page: Page, name: string) => page.getByRole("heading", { level: 1, name: `Hi ${name}!` });
const holdUp = (page: Page) => page.getByText("Hold your badge in front of the camera.");
const openCameras = async (page: Page) => await page.evaluate(() => globalThis.openCameras());

test("a printed badge before a camera logs its child in, and its code is nowhere in the address", async ({ browser, playwright }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: `Print again ${nora.name}` }).click();
  const card = await group.getByRole("listitem").filter({ hasText: nora.name }).getByRole("img").screenshot();

  const folder = await mkdtemp(path.join(tmpdir(), "storyport-camera-"));
  const video = path.join(folder, "badge.y4m");
  await writeFile(video, await fakeCameraVideo(group, card));
  const { args = [], ...launchOptions } = test.info().project.use.launchOptions ?? {};
  const withCamera = await playwright.chromium.launch({
    ...launchOptions,
    args: [...args, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${video}`],
  });
  const child = await withCamera.newContext({ baseURL: portalUrl, locale: "en-GB" });
  const faults = await watchForFaults(child, undefined);
  const addresses: string[] = [];
  const page = await child.newPage();
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await page.goto("/login");
  await page.getByRole("link", { name: "Scan your badge" }).click();
  await expect(greeting(page, nora.name)).toBeVisible();
  expect(addresses.join(" ")).not.toContain("code=");
  expect(faults.list()).toEqual([]);
  await withCamera.close();
  await rm(folder, { recursive: true });
});

test("other codes are refused by name, and the camera goes on until the badge is there @phone", async ({ browser, page }) => {
  const nora = await aStudent(await aTeacher(browser), "Nora");
  const code = new URL(nora.badge).searchParams.get("code") ?? "";
  await giveCamera(page);
  await page.goto("/login/scan");
  await expect(holdUp(page)).toBeVisible();
  for (const text of [`https://storyport.evil.test/login/qr?code=${code}`, `${portalUrl}/logout?code=${code}`, "Hello"]) {
    await showToCamera(page, { text });
    await expect(page.getByText("This is not a Storyport badge.")).toBeVisible();
    await showToCamera(page, undefined);
    await expect(holdUp(page)).toBeVisible();
  }
  await expect(page).toHaveURL(/\/login\/scan$/);
  await showToCamera(page, { text: nora.badge, degrees: 200 });
  await expect(greeting(page, nora.name)).toBeVisible();
});

test("a game that waits is opened by the scanned badge", async ({ browser, page }) => {
  const nora = await aStudent(await aTeacher(browser), "Nora");
  await giveCamera(page);
  await page.goto(`${gameUrl}/play?gameId=4`);
  await page.getByRole("link", { name: "Scan your badge" }).click();
  await expect(holdUp(page)).toBeVisible();
  await showToCamera(page, { text: nora.badge });
  await expectInGame(page);
});

test("where a user is logged in the page asks first; a dead badge leads back to the camera", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const page = await openGroup(teacher);
  await giveCamera(page);
  await page.goto("/login/scan");
  await expect(holdUp(page)).toBeVisible();
  await showToCamera(page, { text: `${portalUrl}/login/qr?code=not-a-badge-at-all` });
  await expect(page.getByText("The QR login link was not valid.")).toBeVisible();
  expect(await openCameras(page)).toBe(0);
  await showToCamera(page, undefined);
  await page.getByRole("button", { name: "Scan again" }).click();
  await expect(holdUp(page)).toBeVisible();
  await showToCamera(page, { text: nora.badge });
  await expect(page.getByRole("heading", { level: 1, name: "Is it your turn?" })).toBeFocused();
  await expect(page.getByText("Kari Nordmann is logged in here.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(greeting(page, nora.name)).toBeVisible();
});

test("the camera is released on a hidden page and comes back; it can be turned, and the device remembers how", async ({ page }) => {
  await giveCamera(page, { hasTwo: true });
  await page.goto("/login/scan");
  await expect(holdUp(page)).toBeVisible();
  expect(await openCameras(page)).toBe(1);
  const see = async (state: "hidden" | "visible") =>
    await page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await see("hidden");
  expect(await openCameras(page)).toBe(0);
  await see("visible");
  await expect(holdUp(page)).toBeVisible();
  expect(await openCameras(page)).toBe(1);
  expect(await page.evaluate(() => globalThis.askedFacing())).toBe("environment");
  await page.getByRole("button", { name: "Other camera" }).click();
  await expect(holdUp(page)).toBeVisible();
  expect(await openCameras(page)).toBe(1);
  expect(await page.evaluate(() => globalThis.askedFacing())).toBe("user");
  await page.reload();
  await expect(holdUp(page)).toBeVisible();
  expect(await page.evaluate(() => globalThis.askedFacing())).toBe("user");
});

for (const [error, words] of [
  ["NotAllowedError", "This page may not use the camera."],
  ["NotFoundError", "No camera was found on this device."],
  ["NotReadableError", "Another app is using the camera."],
] as const) {
  test(`without a camera (${error}) the page says why, and leads to the code`, async ({ page }) => {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
    }, error);
    await page.goto("/login/scan");
    await expect(page.getByRole("alert")).toContainText(words);
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.getByRole("link", { name: "I have a code" }).click();
    await expect(page.getByLabel("Your code")).toBeVisible();
  });
}

test("on plain http the page says that browsers allow no camera there", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
  await page.goto("/login/scan");
  await expect(page.getByRole("alert")).toContainText("Browsers allow the camera only on pages with HTTPS.");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
});

test("without script the page leads to the code", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/login/scan");
  // Playwright takes the text of a noscript element for hidden, although the browser shows it.
  expect(await page.content()).toContain("The camera cannot be used without JavaScript.");
  // Otherwise the sentence would appear after eight seconds.
  await expect(page.getByText("This page takes long to load.").locator("../..")).toHaveCSS("display", "none");
  await page.getByRole("link", { name: "I have a code" }).click();
  await expect(page.getByLabel("Your code")).toBeVisible();
});

test("a browser with its own detector is not sent the library", async ({ browser, page }) => {
  const nora = await aStudent(await aTeacher(browser), "Nora");
  await giveCamera(page);
  await page.addInitScript((badge) => {
    class Detector {
      static getSupportedFormats = () => Promise.resolve(["qr_code"]);
      detect = () => Promise.resolve([{ rawValue: badge }]);
    }
    Object.defineProperty(globalThis, "BarcodeDetector", { value: Detector });
  }, nora.badge);
  const scripts: string[] = [];
  page.on("response", (response) => void (response.request().resourceType() === "script" && scripts.push(response.url())));
  await page.goto("/login/scan");
  await expect(greeting(page, nora.name)).toBeVisible();
  expect(scripts.filter((address) => address.includes("read-qr-code"))).toEqual([]);
});

test.describe("a scanner whose script is not loaded", () => {
  test.use({ provokedErrors: /^Failed to load resource: net::ERR_FAILED/ });

  test("says so, and not that there is no camera; the next try loads it", async ({ page }) => {
    await giveCamera(page);
    await page.route("**/read-qr-code-*.js", (route) => route.abort());
    await page.goto("/login/scan");
    await expect(page.getByRole("alert")).toContainText("The scanner could not be loaded.");
    expect(await openCameras(page)).toBe(0);
    await page.unroute("**/read-qr-code-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(holdUp(page)).toBeVisible();
  });

  test("says so also after the browser's own detector has failed, and leaves no camera on", async ({ page }) => {
    await giveCamera(page);
    await page.addInitScript(() => {
      class Detector {
        static getSupportedFormats = () => Promise.resolve(["qr_code"]);
        detect = () => Promise.reject(new Error("A part of the system is missing."));
      }
      Object.defineProperty(globalThis, "BarcodeDetector", { value: Detector });
    });
    await page.route("**/read-qr-code-*.js", (route) => route.abort());
    await page.goto("/login/scan");
    await expect(page.getByRole("alert")).toContainText("The scanner could not be loaded.");
    await expect.poll(() => openCameras(page)).toBe(0);
    await page.unroute("**/read-qr-code-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(holdUp(page)).toBeVisible();
  });
});
