/** Accounts that a test creates for itself, because other tests of its file need the demo's accounts unchanged. */
import type { Page } from "@playwright/test";
import { organizationId, send } from "./admin-area.ts";
import type { Asker } from "./admin-area.ts";
import { hydrated } from "./hydrated.ts";
import { expect } from "./journey.ts";
import { linkInLetterTo } from "./letters.ts";

export const chosenPassword = "a calm sea and a long beam";
export const newcomer = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@fjordskolen.example`;

/** Returns the id of the only account whose address contains this text. */
export async function idOf(page: Asker, email: string): Promise<string> {
  const { results } = await send<{ results: { guid: string }[] }>(page, { path: "users/search", data: { query: email } });
  expect(results).toHaveLength(1);
  return results[0]?.guid ?? "";
}

interface Place {
  role?: string;
  organizationId?: string;
}

/** Creates an account that is active, a teacher of Fjordskolen unless the place says otherwise. Returns its id. */
export async function makeUser(page: Asker, email: string, { role = "teacher", organizationId: id }: Place = {}): Promise<string> {
  const organization = id ?? (await organizationId(page, "Fjordskolen"));
  const data = { email, loginType: "PASSWORD", activated: true, roles: [role], organizationId: organization };
  return (await send<{ id: string }>(page, { path: "users/create", data })).id;
}

/** Sets `chosenPassword` by the link in the newest letter to the address. */
export async function choosePassword(page: Page, email: string): Promise<void> {
  await page.goto(await linkInLetterTo(email, /set-password/));
  await hydrated(page.getByRole("button", { name: "Set password" }));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("New password").fill(chosenPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set", { exact: true })).toBeVisible();
}
