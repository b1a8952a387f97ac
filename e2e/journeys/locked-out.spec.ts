/** A school cannot reactivate what the platform deactivated, and no user can lock themselves out (docs/decisions/0026 and 0027). */
import type { Browser, Page } from "@playwright/test";
import { ask, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectWelcome, sendLogin } from "#/support/login.ts";
import { chosenPassword, choosePassword, makeUser, newcomer } from "#/support/users.ts";
import { people } from "#/support/world.ts";

/** The school's manager, logged in in a browser of their own. */
async function aHeadOf(page: Page, browser: Browser): Promise<{ head: Page; id: string }> {
  const email = newcomer("head");
  const id = await makeUser(page, email, { role: "organization_admin" });
  const head = await (await browser.newContext()).newPage();
  await choosePassword(head, email);
  await head.goto("/login");
  await sendLogin(head, email, chosenPassword);
  await head.getByRole("link", { name: "Not now" }).click();
  await expectWelcome(head);
  return { head, id };
}

test("a school cannot reactivate a user whom the platform deactivated, and the page says who can", async ({ page, browser }) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const { head } = await aHeadOf(page, browser);
  const id = await makeUser(page, newcomer("locked"));
  await send(page, { path: `users/${id}/deactivate`, data: {} });
  await head.goto(`/users/${id}`);
  await expect(head.getByText("An administrator of the platform deactivated this account")).toBeVisible();
  await expect(head.getByRole("button", { name: "Reactivate" })).toBeHidden();
  await page.goto(`/users/${id}`);
  await expect(page.getByText("An administrator of the platform deactivated this account")).toBeHidden();
  await page.getByRole("button", { name: "Reactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("The account is active again.")).toBeVisible();
});

test("a user who removes their own last login type reads so at the field, and nothing changes", async ({ page, browser }) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const { head, id } = await aHeadOf(page, browser);
  await head.goto(`/users/${id}?tab=edit`);
  const ways = head.getByRole("group", { name: "Login types" });
  await ways.getByRole("checkbox", { name: "Google", exact: true }).check();
  await ways.getByRole("checkbox", { name: "Password", exact: true }).uncheck();
  await head.getByRole("button", { name: "Save" }).click();
  await head.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(ways).toContainText("You could no longer log in.");
  expect(await ask(head, `users/${id}`)).toMatchObject({ loginTypes: ["PASSWORD"], hasPassword: true });
});
