import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { Asker } from "./admin-area.ts";
import { expect } from "./journey.ts";
import { password, portalUrl } from "./world.ts";

/** Fills the login form of the page and submits it. */
export async function sendLogin(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Logs a browser in without a form, for journeys that begin behind the login. Returns the portal's answer. */
export async function beLoggedIn({ request }: Asker, email: string, deviceName = "Journey"): Promise<unknown> {
  const data = { email, password, deviceName };
  const answer = await request.post(`${portalUrl}/api/auth/pw/login`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return await answer.json();
}

/** Removes everything that identifies the browser, except the chosen language. */
export async function forgetCookies(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^(?!language$)/ });
}

/** Finds the user menu's button. `who` is the rest of its name, such as "kari@fjordskolen.example, with a password". */
export function userMenu(page: Page, who = ""): Locator {
  return page
    .getByRole("banner")
    .locator("summary")
    .filter({ hasText: `User menu: ${who}` });
}

export async function expectWelcome(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/`);
}

export async function expectLoginPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Storyport Cloud login" })).toBeVisible();
}
