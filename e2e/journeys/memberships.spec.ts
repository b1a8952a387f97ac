/** An administrator or a school's manager ends a membership (docs/decisions/0025). */
import type { Browser, Page } from "@playwright/test";
import { ask, organizationId, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { linkInLetterTo } from "#/support/letters.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, sendLogin } from "#/support/login.ts";
import { chosenPassword, makeUser, newcomer } from "#/support/users.ts";
import { people } from "#/support/world.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const removal = (page: Page, whose: string) => page.getByRole("button", { name: `Remove from the organization ${whose}` });
const keysOf = async (page: Page) => (await ask<{ key: string }[]>(page, "manifest/orgs/me")).map(({ key }) => key);

/** The organization has a game that all its members may play. */
async function aSchool(page: Page, key: string): Promise<{ id: string; key: string }> {
  const data = { key, description: "A school", gameIds: [4] };
  return { key, ...(await send<{ id: string }>(page, { path: "organization/create", data })) };
}

/** A member of Fjordskolen and of another school, logged in in a browser of their own. */
async function aMemberOfTwoSchools(page: Page, { browser, school, role }: { browser: Browser; school: { id: string }; role: string }) {
  const email = newcomer("two-schools");
  const id = await makeUser(page, email);
  const { version } = await ask<{ version: number }>(page, `users/${id}`);
  await send(page, { method: "PATCH", path: `users/${id}`, data: { version, roles: [role], organizationId: school.id } });
  const theirs = await (await browser.newContext()).newPage();
  const link = await linkInLetterTo(email, /set-password\S+/);
  const proof = { email, password: chosenPassword };
  await send(theirs, { path: "pw/new-user-password", data: { ...proof, token: new URL(link).searchParams.get("code") } });
  await send(theirs, { path: "pw/login", data: { ...proof, deviceName: "Journey" } });
  return { id, email, theirs };
}

test("an administrator removes a member, who loses the school by the next click, and every login with the last school", async ({
  page,
  browser,
}) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const school = await aSchool(page, "Havskolen");
  const { id, email, theirs } = await aMemberOfTwoSchools(page, { browser, school, role: "teacher" });
  await theirs.goto("/");
  await expectWelcome(theirs);
  const fjordskolen = await organizationId(page, "Fjordskolen");
  expect(await keysOf(theirs)).toEqual(["Fjordskolen", school.key]);

  await page.goto(`/organizations/${fjordskolen}?tab=members&filter=${encodeURIComponent(email)}`);
  await removal(page, email).click();
  await expect(dialog(page)).toContainText("rights on classes and badges in this organization end at once");
  await expect(dialog(page)).toContainText("The account stays");
  await expect(dialog(page)).not.toContainText("the only organization");
  await expect(dialog(page).getByRole("button", { name: "Keep the member" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(removal(page, email)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const done = page.getByRole("status").filter({ hasText: "no longer belongs to" });
  await expect(done).toContainText(email);
  await expect(done).toBeFocused();
  await expect(page.getByText("No member found.")).toBeVisible();

  await theirs.goto("/");
  await expectWelcome(theirs);
  expect(await keysOf(theirs)).toEqual([school.key]);

  await page.goto(`/users/${id}`);
  await removal(page, school.key).click();
  await expect(dialog(page)).toContainText("It is the only organization of this account");
  await dialog(page).getByRole("button", { name: "Remove from the organization" }).click();
  await expect(done).toContainText(school.key);
  await expect(done).toBeFocused();
  await expect(page.getByText("This account belongs to no organization.")).toBeVisible();
  await page.getByRole("link", { name: "History" }).last().click();
  await expect(page.getByText("Removed a member from the organization").first()).toBeVisible();

  await theirs.goto("/");
  await expectLoginPage(theirs);
  await theirs.goto("/login/password");
  await sendLogin(theirs, email, chosenPassword);
  await expect(theirs.getByRole("alert")).toContainText("No login permissions");
  await theirs.context().close();
});

test("a school's manager removes a member on the member's page, and reads that the member is out of reach", async ({ page, browser }) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const school = await aSchool(page, "Nordskolen");
  const { id: bossId, theirs } = await aMemberOfTwoSchools(page, { browser, school, role: "organization_admin" });
  const email = newcomer("leaver");
  const id = await makeUser(page, email, { organizationId: school.id });

  await theirs.goto(`/users/${bossId}`);
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(removal(theirs, school.key)).toBeHidden();

  await theirs.goto(`/users/${id}`);
  await removal(theirs, school.key).click();
  await expect(dialog(theirs)).toContainText("If the account belongs to no other organization");
  // Another administrator was faster.
  await send(page, { method: "DELETE", path: `organization/${school.id}/members/${id}` });
  await dialog(theirs).getByRole("button", { name: "Remove from the organization" }).click();
  await expect(dialog(theirs).getByRole("alert")).toContainText("This account no longer belongs to the organization.");
  await dialog(theirs).getByRole("button", { name: "Keep the member" }).click();
  await expect(dialog(theirs)).toBeHidden();

  const { version } = await ask<{ version: number }>(page, `users/${id}`);
  await send(page, { method: "PATCH", path: `users/${id}`, data: { version, roles: ["member"], organizationId: school.id } });
  await theirs.goto(`/users/${id}`);
  await removal(theirs, school.key).click();
  const cookies = await theirs.context().cookies();
  await theirs.context().clearCookies({ name: "session" });
  await dialog(theirs).getByRole("button", { name: "Remove from the organization" }).click();
  const ended = theirs.getByRole("dialog", { name: "You have been logged out" });
  await expect(ended.getByRole("link", { name: "Log in again" })).toBeFocused();
  await theirs.context().addCookies(cookies);
  await theirs.keyboard.press("Escape");
  await expect(ended).toBeHidden();
  await dialog(theirs).getByRole("button", { name: "Remove from the organization" }).click();
  const done = theirs.getByRole("status").filter({ hasText: "no longer belongs to" });
  await expect(done).toContainText("This user is in none of your organizations now.");
  await expect(done).toBeFocused();
  await theirs.context().close();
});
