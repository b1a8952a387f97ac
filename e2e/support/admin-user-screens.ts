import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { actAs } from "./actors.ts";
import type { Screen } from "./screen.ts";
import { idOf } from "./users.ts";
import { people } from "./world.ts";

/** Opens a page as an administrator and waits for words that it shows when it is complete. */
function asAdmin(name: string, path: string | ((page: Page) => Promise<string>), words: string | RegExp): Screen {
  const open = async (page: Page): Promise<void> => {
    await actAs(page, people.admin);
    await page.goto(typeof path === "string" ? path : await path(page));
    await expect(page.getByText(words).first()).toBeVisible();
  };
  return { name, open };
}

const userPath = async (page: Page) => `/users/${await idOf(page, people.teacher)}`;

const tab = (name: string) => async (page: Page) => `${await userPath(page)}?tab=${name}`;

/** The screens of users and players, in the states that an administrator sees. */
export const adminUserScreens: readonly Screen[] = [
  asAdmin("administrator's page", "/admin", "User list"),
  asAdmin("user search", "/users", /^Showing results/),
  asAdmin("user search without a result", "/users?filter=nobody-at-all", "No users found"),
  asAdmin("a user", userPath, "What you can do"),
  asAdmin("a user's edit form", tab("edit"), "Belongs to an organization"),
  asAdmin("a user's sessions", tab("sessions"), /Sessions|not logged in anywhere/),
  asAdmin("a user's history", tab("history"), "Looked at the account"),
  asAdmin("no such user", "/users/00000000-0000-4000-8000-000000000000", "There is no such user"),
  asAdmin("password of nobody", "/admin/set-password", "Choose a user from the list first."),
  asAdmin("player search", "/players", "Type a part of a name"),
  asAdmin("players found", "/players?filter=nora", /^Showing results/),
  {
    name: "a question before a user is deactivated",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto(await userPath(page));
      await page.getByRole("button", { name: "Deactivate" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "creating a user with permissions",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/admin/create-account");
      await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
      await page.getByRole("checkbox", { name: "Teacher" }).check();
      const permissions = page.getByRole("group", { name: "Permissions" });
      await expect(permissions.getByRole("checkbox", { disabled: true }).first()).toBeChecked();
      await permissions.getByRole("checkbox", { disabled: false }).first().check();
    },
  },
  {
    name: "creating a user refused",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/admin/create-account");
      await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
      await expect(page.getByText("Teaches with the game")).toBeVisible();
      await page.getByRole("button", { name: "Create user" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "a player of one's own group",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto("/players");
      await page.getByRole("link", { name: "Emil" }).click();
      await expect(page.getByText("Change the player")).toBeVisible();
    },
  },
];
