/** The page of a class in its parts. */
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

/** A part of the page of the demo's group 2A. */
function groupPart(name: string, tab: string, email: string = people.teacher): Screen {
  const open = async (page: Page): Promise<void> => {
    await actAs(page, email);
    await page.goto("/player-groups");
    const address = await page.getByRole("link", { name: "2A" }).first().getAttribute("href");
    await page.goto(`${address ?? ""}${tab}`);
    await expect(page.getByRole("heading", { level: 1, name: email === people.admin ? "Player group 2A" : "Class 2A" })).toBeVisible();
    await expect(page.getByText("One moment...")).toHaveCount(0);
  };
  return { name: `player group: ${name}`, open };
}

export const classScreens: readonly Screen[] = [
  groupPart("students", ""),
  {
    name: "player group: more actions of a student",
    open: async (page) => {
      await groupPart("students", "").open(page);
      await page.getByLabel("More for Nora").click();
      await expect(page.getByRole("button", { name: "Void badge Nora" })).toBeVisible();
    },
  },
  {
    name: "player group: students are being chosen",
    open: async (page) => {
      await groupPart("students", "?open=codes").open(page);
      await page.getByRole("checkbox", { name: "All students" }).check();
      await expect(page.getByRole("button", { name: "Void (3)" })).toBeEnabled();
    },
  },
  {
    name: "player group: a second student of one name",
    open: async (page) => {
      await groupPart("students", "").open(page);
      await page.getByLabel("Student’s name").fill("Nora");
      await page.getByRole("button", { name: "Add student" }).click();
      await expect(page.getByRole("button", { name: "Add anyway" })).toBeVisible();
    },
  },
  {
    name: "player groups: a second class of one name",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/player-groups");
      await page.getByLabel("Name of the class").fill("2a");
      await page.getByRole("button", { name: "Create class" }).click();
      await expect(page.getByRole("button", { name: "Create anyway" })).toBeVisible();
    },
  },
  {
    name: "player group: a login to be confirmed",
    open: async (page) => {
      const [tooOld, ways] = [
        { message: "old", code: "errors.loginTooOld", requestId: "1" },
        { password: true, providers: ["FEIDE"], code: true },
      ];
      await page.route("**/badges/reprint", (route) => route.fulfill({ status: 403, json: tooOld }));
      await page.route("**/api/auth/sessions/confirm", (route) =>
        route.request().method() === "GET"
          ? route.fulfill({ json: ways })
          : route.fulfill({ status: 401, json: { message: "wrong", code: "errors.passwordWrong", requestId: "1" } }),
      );
      await groupPart("students", "").open(page);
      await page.getByRole("button", { name: "Print all badges again" }).click();
      await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("not the password");
      await page
        .getByRole("dialog")
        .getByLabel(/^Code from your app/)
        .fill("123456");
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByRole("dialog")).toContainText("The password is wrong.");
    },
  },
  groupPart("all badges offered", "?open=print"),
  {
    name: "player group: all badges to print",
    open: async (page) => {
      await groupPart("students", "?open=print").open(page);
      await page.getByRole("button", { name: "Show the badges" }).click();
      await expect(page.getByRole("heading", { name: "Badges", exact: true })).toBeVisible();
    },
  },
  groupPart("rights", "?tab=rights"),
  groupPart("settings", "?tab=settings"),
  {
    name: "player group about to be archived",
    open: async (page) => {
      await groupPart("settings", "?tab=settings").open(page);
      await page.getByRole("button", { name: "Archive this class" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  groupPart("history", "?tab=history", people.admin),
];
