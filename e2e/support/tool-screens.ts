/** Tools for staff: what a school lets them read, and the OpenID values of a game. The answers are played: the demo has no tool. */
import type { OwnGame } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import type { NameSharing } from "@storyport/contract/organizations";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { organizationId } from "./admin-area.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const since = "2026-11-22T08:15:00.000Z";

const sharing: NameSharing = {
  organizationName: "Fjordskolen",
  mayGive: true,
  tools: [
    {
      gameId: 7,
      gameKey: "reading-progress-and-reports",
      description: "Reading progress, reports and parents’ evenings for all classes",
      asks: ["profile", "email"],
      reads: ["profile", "email"],
      since,
      by: "Maximilian-Alexander von Hohenstein",
    },
    { gameId: 8, gameKey: "seating", description: "Seating plans", asks: ["profile"], reads: [] },
    { gameId: 9, gameKey: "lending", description: "Lending of books", asks: [], reads: [] },
  ],
};

export async function openTools(page: Page, changes: Partial<NameSharing> = {}): Promise<void> {
  await actAs(page, people.admin);
  await page.route("**/api/auth/organization/*/name-sharing", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { ...sharing, ...changes } })
      : route.fulfill({ status: 409, json: { message: "Changed", code: "errors.changedMeanwhile", requestId: "r" } }),
  );
  await page.goto(`/organizations/${await organizationId(page, "Fjordskolen")}?tab=tools`);
  await expect(page.getByRole("heading", { name: "Seating plans" })).toBeVisible();
}

const openid = {
  words: ["profile"],
  subjectType: "pairwise",
  backchannelLogoutUrl: "https://reports.example/back-channel-logout",
  postLogoutUrls: ["https://reports.example/logged-out"],
} satisfies GameSettings["openid"];

export async function openOpenidValues(page: Page): Promise<void> {
  await actAs(page, people.admin);
  await page.route("**/api/auth/bench/games", async (route) => {
    const answer = await route.fetch();
    const games = (await answer.json()) as OwnGame[];
    await route.fulfill({ response: answer, json: games.map((own) => ({ ...own, game: { ...own.game, openid } })) });
  });
  await page.goto("/bench/4/openid");
  await expect(page.getByLabel("Address for back-channel logout")).toHaveValue(openid.backchannelLogoutUrl);
}

export const toolScreens: readonly Screen[] = [
  { name: "tools that see names", open: (page) => openTools(page) },
  { name: "tools that see names, to the platform", open: (page) => openTools(page, { mayGive: false }) },
  {
    name: "tools that see names, withdraw",
    open: async (page) => {
      await openTools(page);
      await page.getByRole("button", { name: "Withdraw the consent" }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "tools that see names, changed meanwhile",
    open: async (page) => {
      await openTools(page);
      await page
        .getByRole("checkbox", { name: /^Email address/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Save the choice" }).first().click();
      await expect(page.getByText(/It now shows the present choice/)).toBeVisible();
    },
  },
  { name: "OpenID values of a game", open: openOpenidValues },
  {
    name: "OpenID values of a game, other subjects and a wrong address",
    open: async (page) => {
      await openOpenidValues(page);
      await page.getByRole("radio", { name: /^By the number of the account/ }).check();
      await page.getByLabel("Address for back-channel logout").fill("http://reports.example/out");
      await page.locator("main form button[type=submit]").click();
      await expect(page.getByLabel("Address for back-channel logout")).toHaveAttribute("aria-invalid", "true");
    },
  },
];
