/** A passkey that an organization has begun to require, while its teacher is logged in. The session's answers are played. */
import type { SessionUser } from "@storyport/contract/login";
import type { Passkey } from "@storyport/contract/passkeys";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { expect } from "./journey.ts";
import { changePageData } from "./page-data.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const passkeyId = "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0b01";

async function openWhileDue(page: Page, path: string, hasPasskey: boolean): Promise<void> {
  const passkeyDue = { at: "2026-11-22T16:15:00.000Z", hasPasskey };
  await actAs(page, people.teacher);
  await changePageData(page, path, (data) => ({ ...data, visitor: { ...data.visitor, user: { ...data.visitor.user, passkeyDue } } }));
  // Asked once beforehand: an answer that is fetched while the page closes would fail its test.
  const user = (await (await page.request.get("/api/auth/auth/validate-auth")).json()) as SessionUser;
  await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill({ json: { ...user, passkeyDue } }));
  const played: Passkey = { id: passkeyId, name: "Laptop", createdAt: "2026-11-20T08:15:00.000Z", isBackedUp: true, isCopied: false };
  await page.route("**/api/auth/passkeys", (route) => route.fulfill({ json: hasPasskey ? [played] : [] }));
  await page.goto(path);
  await expect(page.getByText("Your organization requires a passkey", { exact: true })).toBeVisible();
}

export const passkeyScreens: readonly Screen[] = [
  { name: "start page with the notice of a due passkey", open: (page) => openWhileDue(page, "/", false) },
  {
    name: "profile while a first passkey is due",
    open: async (page) => {
      await openWhileDue(page, "/users/me", false);
      await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
    },
  },
  {
    name: "profile while the use of a passkey is due",
    open: async (page) => {
      await openWhileDue(page, "/users/me", true);
      await expect(page.getByRole("button", { name: "Use your passkey" })).toBeVisible();
    },
  },
];
