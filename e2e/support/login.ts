import type { BrowserContext, Page } from "@playwright/test";
import type { Asker } from "./admin-area.ts";
import { expect } from "./journey.ts";
import { password, portalUrl } from "./world.ts";

/** Fills the form that is on the page and sends it. */
export async function sendLogin(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Logs a browser in without a form, for journeys that begin behind the login; answers what the portal answers. */
export async function beLoggedIn({ request }: Asker, email: string, deviceName = "Journey"): Promise<unknown> {
  const data = { email, password, deviceName };
  const answer = await request.post(`${portalUrl}/api/auth/pw/login`, { data, headers: { "x-storyport": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return await answer.json();
}

/** As if the browser were another one, but for the language chosen in it. */
export async function forgetCookies(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^(?!language$)/ });
}

export async function expectWelcome(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/`);
}

export async function expectLoginPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Storyport Cloud login" })).toBeVisible();
}
