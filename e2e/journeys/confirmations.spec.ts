/** Dangerous actions need a login of the last quarter of an hour, which is confirmed in place (docs/flows/confirmations.md). */
import type { Locator, Page } from "@playwright/test";
import type { OwnDatabase } from "@storyport/tools/test-database";
import { runSql } from "@storyport/tools/test-sql";
import { expect } from "#/support/journey.ts";
import { hydrated, openAndWait } from "#/support/hydrated.ts";
import { beLoggedIn, expectWelcome, forgetCookies } from "#/support/login.ts";
import { test } from "#/support/own-database.ts";
import { PasskeyDevice } from "#/support/passkey-device.ts";
import { choosePerson, expectChooser } from "#/support/provider.ts";
import { aStudent, openGroup } from "#/support/school-class.ts";
import { password, people } from "#/support/world.ts";

test.setTimeout(120_000);
// The browser reports refused calls.
test.use({ provokedErrors: /Failed to load resource/ });

/** Every login becomes sixteen minutes older. */
async function sixteenMinutesLater({ url }: OwnDatabase): Promise<void> {
  await runSql(
    url,
    "update sessions set created_at = created_at - interval '16 minutes', confirmed_at = confirmed_at - interval '16 minutes'",
  );
}

const question = (page: Page): Locator => page.getByRole("dialog", { name: "Confirm that it is you" });

async function reissueAll(page: Page): Promise<void> {
  await page.getByLabel("More for the whole class").click();
  await page.getByRole("button", { name: "New badges for all" }).click();
  await page.getByRole("button", { name: "Make new" }).click();
}

test("a teacher makes new badges for the whole class sixteen minutes after the login @phone", async ({ context, page, postgres }) => {
  await beLoggedIn(page, people.teacher);
  const [nora, emil] = [await aStudent(context, "Nora"), await aStudent(context, "Emil")];
  const group = await openGroup(context);
  await sixteenMinutesLater(postgres);
  await reissueAll(group);
  await expect(question(group)).toBeVisible();
  await expect(question(group).getByLabel("Password", { exact: true })).toBeFocused();

  await question(group).getByRole("button", { name: "Confirm" }).click();
  await expect(question(group)).toContainText("Enter your password.");
  await question(group).getByLabel("Password", { exact: true }).fill("Not-The-Password-1");
  await question(group).getByRole("button", { name: "Confirm" }).click();
  await expect(question(group)).toContainText("The password is wrong.");
  await expect(question(group).getByLabel("Password", { exact: true })).toBeFocused();

  await question(group).getByLabel("Password", { exact: true }).fill(password);
  await group.keyboard.press("Enter");
  await expect(question(group)).toBeHidden();
  for (const { name, badge } of [nora, emil]) {
    const link = group.getByRole("listitem").filter({ hasText: name }).getByRole("link");
    await expect(link).toBeVisible();
    await expect(link).not.toHaveAttribute("href", badge);
  }
  // Within the next quarter of an hour nothing is asked.
  await group.reload();
  await reissueAll(group);
  await expect(group.getByRole("listitem").filter({ hasText: nora.name }).getByRole("link")).toBeVisible();
  await expect(question(group)).toBeHidden();
});

test("who cancels the question changes nothing, and is told why", async ({ context, page, postgres }) => {
  await beLoggedIn(page, people.teacher);
  await aStudent(context, "Aksel");
  const group = await openGroup(context);
  await sixteenMinutesLater(postgres);
  await reissueAll(group);
  await expect(question(group)).toBeVisible();
  await group.keyboard.press("Escape");
  await expect(question(group)).toBeHidden();
  await expect(group.getByRole("alert").filter({ hasText: "Confirm that it is you before you do this." })).toBeVisible();
});

test("a user who logged in by a passkey confirms with it, and no password is asked", async ({ context, page, postgres }) => {
  await beLoggedIn(page, people.manager);
  await PasskeyDevice.plugInto(page);
  const passkeys = page.getByRole("region", { name: "Passkeys", exact: true });
  await page.goto("/users/me");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await passkeys.getByRole("button", { name: "Go on" }).click();
  await expect(passkeys.getByText(/^Passkey added:/)).toBeVisible();
  await forgetCookies(context);
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: "Log in", exact: true }));
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectWelcome(page);

  await page.goto("/users/me");
  await sixteenMinutesLater(postgres);
  await passkeys.getByRole("button", { name: /^Remove / }).click();
  await passkeys.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(question(page).getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(question(page).getByLabel("Password", { exact: true })).toHaveCount(0);
  await question(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(question(page)).toBeHidden();
  await expect(passkeys.getByText(/^Passkey removed:/)).toBeVisible();
});

test("a teacher shares the class after a confirmation with Feide in a second window, and nothing typed is lost", async ({
  context,
  page,
  postgres,
}) => {
  await beLoggedIn(page, people.teacher);
  const group = await openGroup(context);
  await group.goto(`${new URL(group.url()).pathname}?tab=rights`);
  await group.getByLabel("Email address").fill(people.member);
  await sixteenMinutesLater(postgres);
  await group.getByRole("button", { name: "Give rights" }).click();
  await expect(question(group)).toBeVisible();

  // Another person there confirms nothing.
  const [wrong] = await Promise.all([
    context.waitForEvent("page"),
    question(group).getByRole("button", { name: "Continue with Feide" }).click(),
  ]);
  await expect(question(group).getByRole("status")).toContainText("Log in with Feide in the new window.");
  await choosePerson(wrong, "feide", "ola");
  await expect(question(group)).toContainText("You logged in there as somebody else.");

  // Feide knows the browser now, and asks again all the same.
  const [second] = await Promise.all([
    context.waitForEvent("page"),
    question(group).getByRole("button", { name: "Continue with Feide" }).click(),
  ]);
  await expectChooser(second, "feide");
  await choosePerson(second, "feide", "kari");
  await expect(question(group)).toBeHidden();
  await expect(group.getByRole("row").filter({ hasText: people.member })).toBeVisible();
});

test("a session that ended while the question is open leads to the login", async ({ context, page, postgres }) => {
  await beLoggedIn(page, people.teacher);
  await aStudent(context, "Saga");
  const group = await openGroup(context);
  // A call of the page itself that finds no session would lead to the login at once.
  await openAndWait(group, new URL(group.url()).pathname);
  await sixteenMinutesLater(postgres);
  await reissueAll(group);
  // The question fetches the ways to confirm first. A session that ends before this leads to the login at once.
  await question(group).getByLabel("Password", { exact: true }).fill(password);
  await runSql(postgres.url, "delete from sessions");
  await question(group).getByRole("button", { name: "Confirm" }).click();
  await expect(group.getByRole("dialog", { name: "You have been logged out" })).toBeVisible();
  await expect(question(group)).toBeHidden();
});
