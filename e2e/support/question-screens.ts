/** Screens that ask before they act: a stranger's link, another child's badge, another address. */
import { stayThere } from "./stay-there.ts";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { badgeOfNora } from "./child-screens.ts";
import { aProposedEmail } from "./email-proposals.ts";
import { followForeignLink } from "./foreign-page.ts";
import { gameLogin } from "./game.ts";
import { expect } from "./journey.ts";
import { linkInLetterTo } from "./letters.ts";
import type { Screen } from "./screen.ts";
import { people, portalUrl } from "./world.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Nora opens her badge at a tablet without a login. */
async function comeAsNora(page: Page): Promise<void> {
  await page.goto(await badgeOfNora());
  await expect(page.getByText("What do you want to play?")).toBeVisible();
}

const aProposal = async (page: Page, suffix = "") => {
  const { link } = await aProposedEmail();
  await page.goto(`${link}${suffix}`);
  await expect(page.getByRole("button", { name: "Refuse, keep my address" })).toBeVisible();
};

export const questionScreens: readonly Screen[] = [
  {
    name: "a stranger's link to a game",
    open: async (page) => {
      await actAs(page, people.teacher);
      await followForeignLink(page, gameLogin({}));
      await expect(heading(page, "Open English?")).toBeVisible();
    },
  },
  {
    name: "a stranger's link to a game, before a child",
    open: async (page) => {
      await comeAsNora(page);
      await followForeignLink(page, gameLogin({}));
      await expect(heading(page, "Do you want to play?")).toBeVisible();
    },
  },
  {
    name: "a stranger's link to the dashboard",
    open: async (page) => {
      await actAs(page, people.teacher);
      await followForeignLink(page, `${portalUrl}/dashboard-login?gameId=storyport-no&state=a-strangers`);
      await expect(heading(page, "Open the dashboard?")).toBeVisible();
    },
  },
  {
    name: "a stranger's link to a badge",
    open: async (page) => {
      await followForeignLink(page, await badgeOfNora());
      await expect(page.getByText("Do you want to log in with this badge?")).toBeVisible();
    },
  },
  {
    name: "a badge where a teacher is logged in",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto(await badgeOfNora());
      await expect(page.getByText("Kari Nordmann is logged in here.")).toBeVisible();
    },
  },
  {
    name: "a badge that is none",
    open: async (page) => {
      await page.goto("/login/qr?code=not-a-badge-at-all");
      await expect(page.getByText("The QR login link was not valid.")).toBeVisible();
    },
  },
  {
    name: "games of a child",
    open: comeAsNora,
  },
  {
    name: "another address that a school proposes",
    open: async (page) => await aProposal(page),
  },
  {
    name: "another address that is answered",
    open: async (page) => {
      await stayThere(page);
      await aProposal(page);
      await page.getByRole("button", { name: "Refuse, keep my address" }).click();
      await expect(page.getByText("Thank you, your answer is saved.")).toBeVisible();
    },
  },
  {
    name: "another address that is no longer proposed",
    open: async (page) => {
      await page.goto(`/account/confirm-email?code=${"a".repeat(43)}`);
      await expect(page.getByRole("alert")).toContainText("This change of address is no longer open");
    },
  },
  {
    name: "profile with an address that a school proposes",
    open: async (page) => {
      await actAs(page, people.teacher);
      const proposal = {
        email: "kari.nordmann@fjordskolen.example",
        proposedAt: "2026-11-21T12:00:00Z",
        expiresAt: "2026-11-28T12:00:00Z",
      };
      await page.route("**/api/auth/users/own-email-proposal", (route) => route.fulfill({ json: { proposal } }));
      await page.goto("/users/me");
      await expect(page.getByRole("heading", { name: "Your school wants to change your email address" })).toBeVisible();
    },
  },
  {
    name: "invitation",
    open: async (page) => {
      await page.goto(await linkInLetterTo("invited@fjordskolen.example", /activateAccount=true/));
      await expect(page.getByText(/^Welcome to Storyport/)).toBeVisible();
    },
  },
  {
    name: "invitation that is over",
    open: async (page) => {
      await page.goto(`/account/set-password?activateAccount=true&code=${"a".repeat(43)}`);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];
