/** The screens of a list of students, in their states. Nothing is imported, so that the demo's class stays as it is. */
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { ask } from "./admin-area.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const list = ["Nora", "nora", "Bo Ek", "<i></i>", "🦊".repeat(20), "محمد"].join("\n");

function importOf(name: string, act: (page: Page) => Promise<void>): Screen {
  return {
    name,
    open: async (page) => {
      await actAs(page, people.teacher);
      const { results } = await ask<{ results: { player_group_id: string }[] }>(page, "player-groups/search?query=2A");
      await page.goto(`/player-groups/import?playerGroupId=${results[0]?.player_group_id ?? ""}`);
      await expect(page.getByRole("heading", { level: 1, name: /2A/ })).toBeVisible();
      await act(page);
    },
  };
}

const names = (page: Page) => page.locator("textarea");
const check = (page: Page) => page.locator("form button[type=submit]");

export const classImportScreens: readonly Screen[] = [
  importOf("list of students", async (page) => {
    await page.getByRole("main").locator("summary").click();
  }),
  importOf("list of students that is empty", async (page) => {
    await check(page).click();
    await expect(page.locator("textarea[aria-invalid=true]")).toBeVisible();
  }),
  importOf("list of students in a file that is none", async (page) => {
    const picture = { name: "class.csv", mimeType: "text/csv", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
    await page.locator("input[type=file]").setInputFiles(picture);
    await expect(page.getByRole("alert")).toBeVisible();
  }),
  importOf("list of students with its verdicts", async (page) => {
    await names(page).fill(list);
    await check(page).click();
    await expect(page.locator("[data-wrong]").first()).toBeVisible();
  }),
  importOf("list of students with a choice of readings", async (page) => {
    await names(page).fill("Nordmann, Kari\nHansen, Ola");
    await check(page).click();
    await expect(page.locator("select").first()).toBeVisible();
    await expect(page.locator("tbody tr")).toHaveCount(2);
  }),
  {
    name: "list of students for no class yet",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/player-groups/import");
      await expect(names(page)).toBeVisible();
    },
  },
  {
    name: "list of students that is not one's own",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/player-groups/import?importId=00000000-0000-4000-8000-000000000000");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];
