import type { Page } from "@playwright/test";
import { expectInGame } from "#/support/game.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectWelcome, sendLogin } from "#/support/login.ts";
import { gameUrl, people } from "#/support/world.ts";
import { changePageData, drawnAgain } from "#/support/page-data.ts";

const organization = (page: Page) => page.getByLabel("Organization", { exact: true });
const game = (page: Page) => page.getByLabel("Game", { exact: true });
const play = (page: Page) => page.getByRole("link", { name: "Play the game (opens in a new tab)" });
const dashboard = (page: Page) => page.getByRole("button", { name: "Open the dashboard" });

test("a teacher logs in, picks a game, and arrives in the game with verified claims @phone", async ({ page, context, request }) => {
  await page.goto("/");
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
  await expect(play(page)).toHaveCount(0);
  await game(page).selectOption({ label: "Norwegian" });
  const opening = context.waitForEvent("page");
  await play(page).click();
  const tab = await opening;
  await expectInGame(tab);
  await expect(tab.getByRole("main").or(tab.locator("body")).first()).toContainText("The token was verified against the portal's keys.");
  const arrivals: { claims: Record<string, unknown> | null; gameId: number }[] = await (await request.get(`${gameUrl}/arrivals`)).json();
  const mine = arrivals.find(({ gameId, claims }) => gameId === 1 && claims?.["aud"] === "storyport-no");
  expect(mine?.claims).toMatchObject({ roles: ["teacher"], gameIds: [1, 4] });
  expect(JSON.stringify(mine)).not.toContain(people.teacher);
  expect(JSON.stringify(mine)).not.toContain("Kari");
});

test("a manager of two schools chooses the school, which decides the games @phone", async ({ page, context, request }) => {
  await beLoggedIn(page, people.manager);
  await page.goto("/");
  await expect(organization(page).getByRole("option")).toHaveText(["Choose an organization", "Escola Sol", "Fjordskolen"]);
  await expect(game(page).getByRole("option")).toHaveText(["Choose a game", "English", "Brazil classroom", "Norwegian"]);
  await expect(page.getByText("Choose an organization and a game to open the dashboard.")).toBeVisible();
  await organization(page).selectOption({ label: "Escola Sol" });
  await expect(game(page).getByRole("option")).toHaveText(["Choose a game", "English", "Brazil classroom"]);
  await expect(page.getByText("Choose a game to open the dashboard.")).toBeVisible();
  await game(page).selectOption({ label: "Brazil classroom" });
  const opening = context.waitForEvent("page");
  await play(page).click();
  await expectInGame(await opening);
  const arrivals: { claims: Record<string, unknown> | null }[] = await (await request.get(`${gameUrl}/arrivals`)).json();
  const mine = arrivals.find(({ claims }) => claims?.["aud"] === "storyport-br-classroom");
  expect(mine?.claims?.["orgId"]).toBe(await organization(page).inputValue());
});

test("a school change drops a game that the new school does not have", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  await page.goto("/");
  await organization(page).selectOption({ label: "Fjordskolen" });
  await game(page).selectOption({ label: "Norwegian" });
  await organization(page).selectOption({ label: "Escola Sol" });
  await expect(game(page)).toHaveValue("");
  await expect(play(page)).toHaveCount(0);
});

test("what was picked survives a reload", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  await page.goto("/");
  await organization(page).selectOption({ label: "Escola Sol" });
  await game(page).selectOption({ label: "English" });
  await expect(play(page)).toBeVisible();
  const picked = [await organization(page).inputValue(), await game(page).inputValue()];
  await page.reload();
  await expect(organization(page)).toHaveValue(picked[0] ?? "");
  await expect(game(page)).toHaveValue(picked[1] ?? "");
});

test("a game that is picked at an address with another one stays picked, also after a reload and by the back button", async ({ page }) => {
  await page.goto("/login?gameId=1");
  const picker = page.getByLabel("Game", { exact: true });
  await expect(picker).toHaveValue("1");
  await hydrated(picker);
  await picker.selectOption({ label: "Dutch" });
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await expect(picker).toHaveValue("3");
  await page.getByRole("link", { name: "Forgot" }).click();
  await page.goBack();
  await expect(picker).toHaveValue("3");

  await beLoggedIn(page, people.teacher);
  await page.goto("/login?gameId=1");
  await expect(game(page)).toHaveValue("1");
  await hydrated(game(page));
  await game(page).selectOption({ label: "English" });
  await page.reload();
  await expect(game(page)).toHaveValue("4");
  await page.getByRole("main").getByRole("link", { name: "Log out" }).click();
  await page.goBack();
  await expect(game(page)).toHaveValue("4");
});

test("the only school and the only game are chosen for Camille", async ({ page }) => {
  await beLoggedIn(page, people.camille);
  await page.goto("/");
  await expect(organization(page)).toHaveCount(0);
  await expect(game(page).getByRole("option")).toHaveText(["French (premium)"]);
  await expect(play(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the dashboard" })).toBeVisible();
});

test("a member may not open the dashboard, and the page says why", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/");
  await game(page).selectOption({ label: "English" });
  await expect(dashboard(page)).toBeDisabled();
  await expect(dashboard(page)).toHaveAccessibleDescription("Your account has no permission to open the dashboard.");
  await expect(play(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin page" })).toHaveCount(0);
});

test("an administrator is offered every game and the admin page", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: "Admin page" })).toHaveAttribute("href", "/admin");
  const offered = await game(page).getByRole("option").allTextContents();
  expect(offered.toSorted()).toEqual(["Brazil classroom", "Choose a game", "Dutch", "English", "French (premium)", "Norwegian"]);
});

test.describe("what the server finds out for the start page", () => {
  test.use({ provokedErrors: drawnAgain });

  test("games that the way of logging in does not open are not offered", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await changePageData(page, "/", ({ visitor, ...data }) => ({
      ...data,
      visitor: { ...visitor, user: { ...visitor.user, loginType: "API" } },
    }));
    await page.goto("/");
    await expect(page.getByText("No games for this login. Log in another way.")).toBeVisible();
  });

  test("a manifest that cannot be fetched says so and leaves the logout", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    const failure = { status: 503, statusText: "", code: "errors.unavailable", message: "Unavailable" };
    await changePageData(page, "/", (data) => ({ ...data, props: { page: { organizations: [], failure } } }));
    await page.goto("/");
    await expect(page.getByRole("alert")).toContainText("Failed to fetch active games");
    await expect(page.getByRole("main").getByRole("link", { name: "Log out" })).toBeVisible();
  });
});
