/** The login and the forms of mailed links without any script (DESIGN 8.10). */
import type { Page } from "@playwright/test";
import { ask } from "#/support/admin-area.ts";
import { aProposedEmail } from "#/support/email-proposals.ts";
import { expect, test } from "#/support/journey.ts";
import { linkInLetterTo } from "#/support/letters.ts";
import { beLoggedIn, forgetCookies, sendLogin } from "#/support/login.ts";
import { makeUser } from "#/support/users.ts";
import { people } from "#/support/world.ts";

const invited = "invited@fjordskolen.example";
const firstPassword = "Quiet-Harbour-52";
const secondPassword = "a calm sea and a long beam";
const codeIn = (link: string) => /[\w-]{43}/.exec(link)?.[0] ?? "";

test.use({ javaScriptEnabled: false });
test.describe.configure({ mode: "serial" });

async function send(page: Page, button: string, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: button }).click();
}

/** Expects the intended page, without a proof in its address. */
async function expectLedTo(page: Page, path: string, code: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path && !url.href.includes(code));
}

/**
 * Expects that `act` leads to a page with the text `says`, which links to the login and goes there by itself. No proof is in its address. The page stays
 * for three seconds only. So its text comes from the response: a busy machine may look at the page too late.
 */
async function expectDone(page: Page, says: string, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => /[?&]done=1/.test(response.url()));
  const [text] = await Promise.all([answer.then((response) => response.text()), act()]);
  expect(codeIn((await answer).url())).toBe("");
  expect(text).toContain(says);
  expect(text).toContain("Go to the login");
  await expect(page).toHaveURL(/\/login$/);
}

test("the right password leads to the start page, with the user's name", async ({ page }) => {
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
});

for (const [who, wanted, led] of [
  ["a wanted page of the portal", "/users/me/personal-data", "/users/me/personal-data"],
  ["the start page instead of a foreign page", "https://evil.test/", "/"],
] as const) {
  test(`the right password leads to ${who}`, async ({ page }) => {
    await page.goto(`/login?${new URLSearchParams({ postLoginPage: wanted })}`);
    await sendLogin(page, people.teacher);
    await expect(page).toHaveURL(led);
  });
}

test("an account without a display name is led to the page that asks for it", async ({ page }) => {
  await page.goto("/login");
  await sendLogin(page, people.newcomer);
  await expect(page).toHaveURL("/set-display-name");
});

test("a game's invitation is activated", async ({ page }) => {
  await page.goto("/login");
  const code = codeIn(await linkInLetterTo(invited, /activateAccount=true/));
  await page.goto(`/new-user-password?gameId=1&code=${code}`);
  await expect(page.getByLabel("Email")).toHaveValue(invited);
  await expect(page.getByLabel("Show password")).toBeHidden();

  await send(page, "Set password and activate user", { "New password": "too short" });
  await expectLedTo(page, "/new-user-password", code);
  await expect(page.getByRole("alert")).toContainText("The password is too weak");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Email")).toHaveValue(invited);
  await expect(page.getByLabel("New password")).toHaveValue("");

  await expectDone(page, "Password set", () => send(page, "Set password and activate user", { "New password": firstPassword }));

  await page.goto(`/new-user-password?gameId=1&code=${code}`);
  await expect(page.getByRole("alert")).toContainText("Invalid password activation code");
  await expect(page.getByRole("alert")).toContainText("This link has already been used.");
});

test("a forgotten password is asked for and replaced", async ({ page }) => {
  await page.goto("/forgot-password");
  await send(page, "Send the link", { Email: "invited" });
  await expect(page.getByRole("alert")).toContainText("Enter a valid email address.");
  await expect(page.getByLabel("Email")).toHaveValue("invited");
  await expectDone(page, "A password reset link has been sent to the email address provided", () =>
    send(page, "Send the link", { Email: invited }),
  );

  const link = await linkInLetterTo(invited, /set-password\?code=[\w-]{43}$/);
  const code = codeIn(link);
  await page.goto(link);
  await send(page, "Set password", { Email: "somebody@fjordskolen.example", "New password": secondPassword });
  await expectLedTo(page, "/account/set-password", code);
  await expect(page.getByRole("alert")).toContainText("cannot be used with this password reset link");
  await expect(page.getByLabel("Email")).toHaveValue("somebody@fjordskolen.example");
  await expectDone(page, "Password set", () => send(page, "Set password", { Email: invited, "New password": secondPassword }));

  await page.goto(link);
  await send(page, "Set password", { Email: invited, "New password": firstPassword });
  await expectLedTo(page, "/account/set-password", code);
  await expect(page.getByRole("alert")).toContainText("This password setting link has errors or it has expired.");
  await expect(page.getByRole("alert")).toContainText("This link has already been used.");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("a deletion is asked for and confirmed", async ({ page }) => {
  await page.goto("/account/request-deletion");
  await send(page, "Send the link", { Email: "guest" });
  await expect(page.getByRole("alert")).toContainText("Check the provided email address for errors");
  await expectDone(page, "The account deletion link has been sent", () => send(page, "Send the link", { Email: people.guest }));

  const link = await linkInLetterTo(people.guest, /account\/delete\//);
  await page.goto(link);
  await send(page, "Delete the account", { Email: "somebody@fjordskolen.example" });
  await expectLedTo(page, "/account/delete", codeIn(link));
  await expect(page.getByRole("alert")).toContainText("Check the provided email address for errors");
  await expectDone(page, "The account has been deleted", () => send(page, "Delete the account", { Email: people.guest }));

  await page.goto(link);
  await send(page, "Delete the account", { Email: people.guest });
  await expect(page.getByRole("alert")).toContainText("The account deletion request link has expired");
});

test("a game's page deletes a user", async ({ page }) => {
  await page.goto("/account/request-deletion");
  await expectDone(page, "The account deletion link has been sent", () => send(page, "Send the link", { Email: invited }));
  const code = codeIn(await linkInLetterTo(invited, /account\/delete\//));
  const address = `/_gamecode/delete-user?gameId=1&code=${code}`;
  await page.goto(address);
  await expect(page.getByText(`Are you sure you want to delete the user ${invited}?`)).toBeVisible();
  await expectDone(page, "The account has been deleted", () => send(page, "Delete user", {}));

  await page.goto(address);
  await expect(page.getByRole("alert")).toContainText("Invalid user deletion code.");
});

test("the last administrator reads why the account stays, and the question is shown again", async ({ page }) => {
  await page.goto("/account/request-deletion");
  await expectDone(page, "The account deletion link has been sent", () => send(page, "Send the link", { Email: people.admin }));
  const code = codeIn(await linkInLetterTo(people.admin, /account\/delete\//));
  await page.goto(`/delete-user?gameId=1&code=${code}`);
  await send(page, "Delete user", {});
  await expectLedTo(page, "/delete-user", code);
  await expect(page.getByRole("alert")).toContainText("Could not delete the account, please contact our support");
  await expect(page.getByText(`Are you sure you want to delete the user ${people.admin}?`)).toBeVisible();
});

for (const [button, email] of [
  ["Confirm the new address", "proposed"],
  ["Refuse, keep my address", "email"],
] as const) {
  test(`the owner of an account answers the address that the school proposes: '${button}'`, async ({ page }) => {
    const change = await aProposedEmail();
    await page.goto(change.link);
    const question = `Fjordskolen wants your account to have another email address: ${change.proposed} instead of ${change.email}.`;
    await expect(page.getByText(question)).toBeVisible();
    await expectDone(page, "Thank you, your answer is saved.", () => send(page, button, {}));
    await beLoggedIn(page, people.admin);
    expect(await ask(page, `users/${change.id}`)).toMatchObject({ email: change[email], emailProposal: null });
    await page.context().clearCookies({ name: /^(?!form-done$)/ });
    await expectDone(page, "Thank you, your answer is saved.", () => page.goto("/account/confirm-email?done=1"));
    await page.context().clearCookies({ name: "form-done" });
    await page.goto("/account/confirm-email?done=1");
    await expect(page.getByText("Thank you, your answer is saved.")).toHaveCount(0);

    await page.goto(change.link);
    await expect(page.getByRole("alert")).toContainText("This change of address is no longer open");
  });
}

test("a proposed address that another account has by now is refused, and the question is shown again", async ({ page }) => {
  const change = await aProposedEmail();
  await beLoggedIn(page, people.admin);
  await makeUser(page, change.proposed);
  await forgetCookies(page.context());
  await page.goto(change.link);
  await send(page, "Confirm the new address", {});
  await expectLedTo(page, "/account/confirm-email", codeIn(change.link));
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText(`${change.proposed} instead of ${change.email}.`)).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
});

test("addresses without a good code say so and lead on", async ({ page }) => {
  for (const [address, sentence] of [
    ["/account/set-password", "This password setting link has errors or it has expired."],
    ["/new-user-password?gameId=1", "Invalid password activation code"],
    ["/delete-user?gameId=1", "Invalid user deletion code."],
    ["/delete-user?gameId=1&code=no-such-code", "Invalid user deletion code."],
    ["/account/confirm-email", "This change of address is no longer open"],
    ["/account/delete", "The account deletion request link has expired, please create a new one if needed"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("alert"), address).toContainText(sentence);
    const wayOn = address === "/account/confirm-email" ? "Go to the login" : "Ask for a new link";
    await expect(page.getByRole("link", { name: wayOn })).toBeVisible();
    await expect(page.getByText("Checking the link...")).toBeHidden();
  }
});
