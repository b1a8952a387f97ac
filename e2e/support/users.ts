/** Accounts that a journey makes for itself, so that it changes nobody whom other journeys need. */
import type { Page } from "@playwright/test";
import { hydrated } from "./hydrated.ts";
import { expect } from "./journey.ts";
import { linkInLetterTo } from "./letters.ts";
import { portalUrl } from "./world.ts";

export const chosenPassword = "a calm sea and a long beam";
export const newcomer = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@fjordskolen.example`;

export async function call<T>(page: Page, path: string, data: unknown): Promise<T> {
  const answer = await page.request.post(`${portalUrl}/api/auth/${path}`, { data, headers: { "x-storyport": "1" } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  // What a journey asks for is promised by the tests of the server.
  return (await answer.json()) as T;
}

export async function idOf(page: Page, email: string): Promise<string> {
  const { results } = await call<{ results: { guid: string }[] }>(page, "users/search", { query: email });
  expect(results).toHaveLength(1);
  return results[0]?.guid ?? "";
}

export async function schoolId(page: Page): Promise<string> {
  const answer = await page.request.get(`${portalUrl}/api/auth/organization/list`);
  const all = (await answer.json()) as { id: string; organization_key: string }[];
  return all.find(({ organization_key }) => organization_key === "Fjordskolen")?.id ?? "";
}

export async function makeUser(page: Page, email: string): Promise<string> {
  const body = { email, loginType: "PASSWORD", activated: true, roles: ["teacher"], organizationId: await schoolId(page) };
  return (await call<{ id: string }>(page, "users/create", body)).id;
}

export async function choosePassword(page: Page, email: string): Promise<void> {
  await page.goto(await linkInLetterTo(email, /set-password/));
  await hydrated(page.getByRole("button", { name: "Set password" }));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("New password").fill(chosenPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set", { exact: true })).toBeVisible();
}
