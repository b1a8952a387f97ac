import { request } from "@playwright/test";
import type { Page } from "@playwright/test";
import { aUserGroup, organizationId, send } from "./admin-area.ts";
import { expect } from "./journey.ts";
import { actAs } from "./actors.ts";
import { lessonScreens } from "./lesson-screens.ts";
import type { Screen } from "./screen.ts";
import { password, people, portalUrl } from "./world.ts";

/** A screen that an administrator opens by steps of its own. */
function byAdmin(name: string, go: (page: Page) => Promise<void>): Screen {
  return {
    name,
    open: async (page) => {
      await actAs(page, people.admin);
      await go(page);
    },
  };
}

function group(name: string, tab: string, act?: (page: Page) => Promise<void>): Screen {
  return byAdmin(name, async (page) => {
    const id = await aUserGroup(page, { name: "Seen", roles: ["teacher"] });
    const data = { lines: `${people.teacher}\n${people.expired}`, rightsType: "OWNER" };
    await send(page, { path: `user-group/${id}/members`, data });
    await page.goto(`/user-groups/${id}${tab}`);
    await expect(page.getByRole("navigation", { name: "Parts of this page" })).toBeVisible();
    await act?.(page);
  });
}

function organization(name: string, tab: string, text: string): Screen {
  return byAdmin(name, async (page) => {
    await page.goto(`/organizations/${await organizationId(page, "Fjordskolen")}${tab}`);
    await expect(page.getByText(text).first()).toBeVisible();
  });
}

/** A form with more organizations than a select offers. */
async function chooseAmongMany(page: Page): Promise<void> {
  const results = Array.from({ length: 20 }, (_, index) => ({ id: crypto.randomUUID(), organization_key: `Skole-${index}` }));
  const many = { results, page: { entityCount: 30, entityOffset: 0, entityLimit: 20 } };
  await page.route("**/api/auth/organization/search?**", (route) => route.fulfill({ json: many }));
  await page.goto("/user-groups/create-user-group");
}

/** The login check of a user, after an attempt to log in, so that there is a list of attempts. */
function loginCheck(name: string, email: string, search: string): Screen {
  return byAdmin(`login check: ${name}`, async (page) => {
    const elsewhere = await request.newContext();
    await elsewhere.post(`${portalUrl}/api/auth/pw/login`, { data: { email, password, deviceName: "Journey" } });
    await elsewhere.dispose();
    const data = { query: email, pageSize: 20, page: 1 };
    const { results } = await send<{ results: { guid: string }[] }>(page, { path: "users/search", data });
    await page.goto(`/login-checks/${results[0]?.guid ?? ""}${search}`);
    await expect(page.getByRole("table", { name: "Attempts to log in and to open a game" })).toBeVisible();
  });
}

export const groupScreens: readonly Screen[] = [
  ...lessonScreens,
  loginCheck("nothing stops", people.teacher, "?gameId=1"),
  loginCheck("a deactivated account", people.blocked, ""),
  byAdmin("user groups", async (page) => {
    await aUserGroup(page, { name: "Seen" });
    await page.goto("/user-groups");
    await expect(page.getByRole("table")).toBeVisible();
  }),
  byAdmin("user groups, none found", async (page) => {
    await page.goto("/user-groups?filter=nothing-like-it");
    await expect(page.getByText("No user groups found")).toBeVisible();
  }),
  byAdmin("create user group", async (page) => {
    await page.goto("/user-groups/create-user-group");
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
    await page.getByRole("checkbox", { name: "2A" }).check();
    await expect(page.getByLabel("Rights on 2A")).toBeVisible();
  }),
  byAdmin("user group that is not there", async (page) => {
    await page.goto(`/user-groups/${crypto.randomUUID()}`);
    await expect(page.getByRole("alert")).toBeVisible();
  }),
  group("user group", "", async (page) => {
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  }),
  group("removal of a member", "", async (page) => {
    await page.getByRole("button", { name: "Remove Kari Nordmann" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  group("members added", "?tab=add", async (page) => {
    await page.getByLabel("Email addresses").fill(`${people.teacher}\nnobody`);
    await page.getByRole("button", { name: "Add members" }).click();
    await expect(page.getByRole("table", { name: "Result for each line" })).toBeVisible();
  }),
  group("user group being changed", "?tab=edit", async (page) => {
    await expect(page.getByRole("checkbox", { name: "2A" })).toBeVisible();
  }),
  group("history of a user group", "?tab=history", async (page) => {
    await expect(page.getByRole("table")).toBeVisible();
  }),
  byAdmin("organizations", async (page) => {
    await page.goto("/organizations");
    await expect(page.getByRole("table")).toBeVisible();
  }),
  byAdmin("create organization", async (page) => {
    await page.goto("/organizations/create-organization");
    await expect(page.getByLabel("storyport-en (4)")).toBeVisible();
  }),
  organization("organization", "", "Organization Games"),
  organization("members of an organization", "?tab=members&filter=kari", "Kari Nordmann"),
  byAdmin("removal of a member of an organization", async (page) => {
    await page.goto(`/organizations/${await organizationId(page, "Fjordskolen")}?tab=members&filter=kari`);
    await page.getByRole("button", { name: "Remove from the organization Kari Nordmann" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  byAdmin("one organization found among many", async (page) => {
    await chooseAmongMany(page);
    await page.getByRole("combobox", { name: "Organization", exact: true }).fill("l");
    await expect(page.getByRole("listbox", { name: "Organizations" })).toBeVisible();
  }),
  byAdmin("one organization found among many without the script of its field", async (page) => {
    await page.route("**/assets/combobox*.js", (route) => route.fulfill({ status: 404, body: "gone" }));
    await chooseAmongMany(page);
    await page.getByLabel("Search organizations").fill("l");
    await expect(page.getByText("Choose one from the list.")).toBeVisible();
  }),
  organization("user groups of an organization", "?tab=groups", "Create user group"),
  organization("player groups of an organization", "?tab=player-groups", "2A"),
  organization("organization being changed", "?tab=edit", "storyport-en (4)"),
  byAdmin("games", async (page) => {
    await page.goto("/games");
    await expect(page.getByRole("table")).toBeVisible();
  }),
  byAdmin("creating a game", async (page) => {
    await page.goto("/games/create-game");
    await page.getByLabel("Start address").fill("http://game.example/");
    await page.getByLabel("Address of its own dashboard").focus();
    await expect(page.getByText("A web address starts with https:")).toBeVisible();
  }),
  byAdmin("a game, its settings, its callbacks and its end", async (page) => {
    await page.goto("/games/5");
    await expect(page.getByRole("button", { name: "Retire this game" })).toBeVisible();
  }),
  byAdmin("game that is asked about before it is retired", async (page) => {
    await page.goto("/games/5");
    await page.getByRole("button", { name: "Retire this game" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  byAdmin("game with an unsafe address and weaker protection", async (page) => {
    await page.goto("/games/4");
    await page.getByLabel("Address", { exact: true }).fill("http://evil.test/");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByLabel("Legacy clientCode").check();
    await expect(page.getByText("A web address starts with https:")).toBeVisible();
    await expect(page.getByText("Weaker protection")).toBeVisible();
  }),
];
