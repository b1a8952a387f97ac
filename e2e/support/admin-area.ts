/** What journeys through the admin area make for themselves, by the calls that its pages use. */
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { portalUrl } from "./world.ts";

/** Asks the portal as whoever the page is logged in as. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`${portalUrl}/api/auth/${path}`, { headers: { "x-storyport": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

export async function tell(page: Page, request: { method: "POST" | "PATCH"; path: string; data: unknown }): Promise<unknown> {
  const { method, path, data } = request;
  const answer = await page.request.fetch(`${portalUrl}/api/auth/${path}`, { method, data, headers: { "x-storyport": "1" } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}

export async function organizationId(page: Page, key: string): Promise<string> {
  const organizations = await ask<{ id: string; organization_key: string }[]>(page, "organization/list");
  return organizations.find(({ organization_key }) => organization_key === key)?.id ?? "";
}

/** A user group of Fjordskolen, under a name of its own. */
export async function aUserGroup(page: Page, parts: { name: string; roles?: string[] }): Promise<string> {
  const data = { groupName: parts.name, roles: parts.roles ?? [], organizationId: await organizationId(page, "Fjordskolen") };
  return ((await tell(page, { method: "POST", path: "user-groups/create", data })) as { id: string }).id;
}
