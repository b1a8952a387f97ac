/** Things that journeys through the admin area create, by the calls that its pages use. */
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./journey.ts";
import { portalUrl } from "./world.ts";

/** A page, or a request context without a page. */
export interface Asker {
  readonly request: APIRequestContext;
}

/**
 * What the portal's own pages send. Playwright's requests name a browser, so the portal refuses a call with an effect and without JSON
 * otherwise (server/src/platform/http/same-origin.ts).
 */
export const ownHeaders = { "x-storyport": "1" };

/** Fetches from the portal as the user of the page. */
export async function ask<T>(page: Asker, path: string): Promise<T> {
  const answer = await page.request.get(`${portalUrl}/api/auth/${path}`, { headers: ownHeaders });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

interface SentCall {
  method?: "POST" | "PATCH" | "DELETE";
  path: string;
  data?: unknown;
}

/** Sends a call to the portal as the user of the page. The server's tests cover the answers. */
export async function send<T = unknown>(page: Asker, { method = "POST", path, data }: SentCall): Promise<T> {
  const answer = await page.request.fetch(`${portalUrl}/api/auth/${path}`, { method, data, headers: ownHeaders });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as T;
}

/** Returns the id of a school by its key; "" if there is no such school. */
export async function organizationId(page: Asker, key: string): Promise<string> {
  const organizations = await ask<{ id: string; organization_key: string }[]>(page, "organization/list");
  return organizations.find(({ organization_key }) => organization_key === key)?.id ?? "";
}

/** Creates a user group of Fjordskolen. Returns its id. */
export async function aUserGroup(page: Asker, parts: { name: string; roles?: string[] }): Promise<string> {
  const data = { groupName: parts.name, roles: parts.roles ?? [], organizationId: await organizationId(page, "Fjordskolen") };
  return (await send<{ id: string }>(page, { path: "user-groups/create", data })).id;
}

/** Starts a conformance run of the English game, and plays nothing of it. Returns its id. */
export async function aConformanceRun(page: Asker): Promise<string> {
  return (await send<{ runId: string }>(page, { path: "bench/games/4/runs", data: {} })).runId;
}

/** Sends a list of Leesplein, which waits for approval: a new class, a new student and a class without a name. Returns the id of its run. */
export async function aRosterRun(page: Asker): Promise<string> {
  const organization = await organizationId(page, "Leesplein");
  await send(page, { path: "rosters/connect", data: { organizationId: organization, source: "ONEROSTER", mode: "APPROVAL" } });
  const classes = [
    { externalId: "c1", name: "2B", students: [{ externalId: "s1", name: "Nora" }], teachers: [] },
    { externalId: "c2", name: "", students: [], teachers: [] },
  ];
  return (await send<{ id: string }>(page, { path: "rosters/runs", data: { organizationId: organization, classes } })).id;
}
