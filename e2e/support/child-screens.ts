/** Screens for children in front of a tablet: the one-time code, the camera, the greeting. */
import { request as requests } from "@playwright/test";
import type { Page } from "@playwright/test";
import { ask, send } from "./admin-area.ts";
import { actAs } from "./actors.ts";
import { giveCamera, showToCamera } from "./camera.ts";
import { expect } from "./journey.ts";
import { beLoggedIn } from "./login.ts";
import type { Screen } from "./screen.ts";
import { giveVoices, ownVoice } from "./voices.ts";
import { people } from "./world.ts";

/** The address on the badge of the demo's Nora. A reprint leaves the badge as it is. */
export async function badgeOfNora(): Promise<string> {
  const request = await requests.newContext();
  await beLoggedIn({ request }, people.teacher);
  const groups = await ask<{ player_group_id: string; group_name: string }[]>({ request }, "player-groups/rights");
  const group = groups.find(({ group_name }) => group_name === "2A")?.player_group_id ?? "";
  const badges = await send<{ displayName: string; qrCodeUrl: string }[]>(
    { request },
    { path: `player-groups/${group}/badges/reprint`, data: {} },
  );
  await request.dispose();
  return badges.find(({ displayName }) => displayName === "Nora")?.qrCodeUrl ?? "";
}

async function openScanner(page: Page): Promise<void> {
  await giveVoices(page, [ownVoice("en-GB")]);
  await giveCamera(page, { hasTwo: true });
  await page.goto("/login/scan");
  await expect(page.getByText("Hold your badge in front of the camera.")).toBeVisible();
}

export const childScreens: readonly Screen[] = [
  {
    name: "one-time code",
    open: async (page) => {
      await giveVoices(page, [ownVoice("en-GB")]);
      await page.goto("/login/code");
      await expect(page.getByRole("button", { name: "Read aloud" })).toBeVisible();
    },
  },
  { name: "badge scanner", open: openScanner },
  {
    name: "badge scanner that sees another code",
    open: async (page) => {
      await openScanner(page);
      await showToCamera(page, { text: "Hello" });
      await expect(page.getByText("This is not a Storyport badge.")).toBeVisible();
    },
  },
  {
    name: "badge scanner that waits for permission",
    open: async (page) => {
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
      });
      await page.goto("/login/scan");
      await expect(page.getByText("The camera is starting…")).toBeVisible();
    },
  },
  {
    name: "badge scanner without permission",
    open: async (page) => {
      await giveVoices(page, [ownVoice("en-GB")]);
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
      });
      await page.goto("/login/scan");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "greeting after a badge",
    open: async (page) => {
      await giveVoices(page, [ownVoice("en-GB")]);
      await actAs(page, people.member);
      await page.goto(await badgeOfNora());
      await page.getByRole("button", { name: "Yes, it is me" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Hi Nora!" })).toBeVisible();
    },
  },
  {
    name: "a badge that has to wait",
    open: async (page) => {
      const refusal = { message: "Too many attempts.", code: "errors.tooManyAttempts", requestId: "1" };
      await page.route("**/api/auth/qr/login?**", (route) =>
        route.fulfill({ status: 429, headers: { "retry-after": "10" }, json: refusal }),
      );
      await page.goto("/login/qr?code=a-badge-like-any-other");
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    },
  },
];
