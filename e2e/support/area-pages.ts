/** The addresses behind the login, for tests that visit all of them. */
import type { Page } from "@playwright/test";
import { aConformanceRun, aRosterRun, aUserGroup, organizationId } from "./admin-area.ts";
import { idOf } from "./users.ts";
import { people } from "./world.ts";

/** The pages of a teacher. */
export async function ownPages(page: Page): Promise<string[]> {
  await page.goto("/player-groups");
  const group = await page.getByRole("main").getByRole("link", { name: "2A" }).getAttribute("href");
  await page.goto("/players");
  const player = await page.getByRole("main").getByRole("link", { name: "Nora" }).getAttribute("href");
  await page.goto(group ?? "");
  const student = await page.locator("a[href^='/erasures/student/']").first().getAttribute("href");
  return [
    "/",
    "/users/me",
    "/set-display-name",
    "/player-groups",
    group ?? "",
    `${group ?? ""}/lesson`,
    `${group ?? ""}/devices`,
    `${group ?? ""}/move`,
    `${group ?? ""}/transfers`,
    `${group ?? ""}?tab=settings`,
    "/transfers",
    `/transfers/${"x".repeat(43)}`,
    "/seat?user_code=BCDF-GHJK",
    "/player-groups/import",
    "/erasures",
    student ?? "",
    (student ?? "").replace("/erasures/student/", "/personal-data/"),
    "/users/me/personal-data",
    "/players",
    player ?? "",
    "/logout",
  ];
}

/** Every page of the admin area with each of its parts. */
export async function adminPages(page: Page): Promise<string[]> {
  const user = `/users/${await idOf(page, people.teacher)}`;
  const organization = `/organizations/${await organizationId(page, "Fjordskolen")}`;
  const group = `/user-groups/${await aUserGroup(page, { name: `Group ${crypto.randomUUID().slice(0, 8)}`, roles: ["teacher"] })}`;
  const parts = (path: string, ...tabs: string[]) => [path, ...tabs.map((tab) => `${path}?tab=${tab}`)];
  return [
    "/admin",
    "/admin/create-account",
    "/admin/set-password",
    "/users",
    "/users?filter=nobody-at-all",
    "/players",
    "/players?filter=nora",
    "/history",
    "/health",
    "/user-groups/create-user-group",
    "/organizations/create-organization",
    "/games/create-game",
    "/games/4",
    "/bench",
    "/bench/4",
    `/bench/runs/${await aConformanceRun(page)}`,
    `/rosters/runs/${await aRosterRun(page)}`,
    "/bench/4/openid",
    "/bench/4/refused-logins",
    "/bench/examples/browser-game",
    ...parts(user, "edit", "sessions", "history"),
    user.replace("/users/", "/login-checks/"),
    ...parts(organization, "members", "groups", "player-groups", "tools", "edit", "history"),
    organization.replace("/organizations/", "/rosters/"),
    ...parts(group, "add", "edit", "history"),
    ...["user-groups", "organizations", "games"].map((list) => `/${list}`),
  ];
}
