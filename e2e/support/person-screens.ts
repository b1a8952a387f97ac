/** The screens of erasures and of exports of personal data. */
import type { Page } from "@playwright/test";
import type { Erasure } from "@storyport/contract/erasures";
import { actAs } from "./actors.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

/** Opens a page about the demo's Nora by a link of her menu in class 2A. */
async function pageOfNora(page: Page, link: RegExp): Promise<void> {
  await actAs(page, people.teacher);
  await page.goto("/player-groups");
  const address = await page.getByRole("link", { name: "2A" }).first().getAttribute("href");
  await page.goto(address ?? "");
  await page.getByLabel("More for Nora").click();
  await page.getByRole("link", { name: link }).click();
}

/** Played, because a real receipt needs a child of the demo to be erased. */
const receipt: Erasure = {
  number: "7K3QX0M2",
  erasedAt: "2026-11-22T08:15:00.000Z",
  askedBy: "PARENT",
  erasedBy: "Kari Nordmann",
  organization: { id: "11111111-93a2-4d0e-8a3c-3d1c9ce5a100", organization_key: "Fjordskolen", description: "Fjordskolen" },
  erased: { players: 1, sharedPlayers: 0, badges: 2, oneTimeCodes: 1, sessions: 1, gameLogins: 3, other: 4 },
  keptUntil: "2029-11-22T08:15:00.000Z",
  timeZone: "Europe/Oslo",
};

export const personScreens: readonly Screen[] = [
  {
    name: "erase a student, without saying who asked",
    open: async (page) => {
      await pageOfNora(page, /^Erase/);
      await page.getByRole("button", { name: /^Erase/ }).click();
      await expect(page.getByText("Choose who asked for this.")).toBeVisible();
    },
  },
  {
    name: "receipt of an erasure",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.route("**/api/auth/erasures/7K3QX0M2", (route) => route.fulfill({ json: receipt }));
      await page.goto("/erasures/7K3QX0M2?isNew=true");
      await expect(page.getByText("7K3Q-X0M2")).toBeVisible();
    },
  },
  {
    name: "receipts of erasures, a wrong number",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/erasures");
      await page.getByRole("button", { name: "Find the receipt" }).click();
      await expect(page.getByText("Enter the eight letters and digits of the number.")).toBeVisible();
    },
  },
  {
    name: "personal data of a student",
    open: async (page) => {
      await pageOfNora(page, /^Export data/);
      // The first export is the first event of a student of the demo.
      await page.getByRole("button", { name: "Show the data" }).click();
      await expect(page.getByRole("heading", { level: 2, name: "History" })).toBeVisible();
      await page.reload();
      await page.getByRole("button", { name: "Show the data" }).click();
      await expect(page.getByRole("table", { name: "History" })).toBeVisible();
    },
  },
  {
    name: "own personal data",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/users/me/personal-data");
      await page.getByRole("button", { name: "Show the data" }).click();
      await expect(page.getByRole("heading", { level: 2, name: "Open logins" })).toBeVisible();
    },
  },
];
