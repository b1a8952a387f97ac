/** Logging in at Feide, Google and Apple (specification, section 2, /login/google and /login/feide; DESIGN A18, A20). */
import type { Page } from "@playwright/test";
import { beginGame, expectArrived, expectInGame } from "#/support/game.ts";
import { hydrated, openPageThatLeaves } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, userMenu } from "#/support/login.ts";
import { choosePerson, expectChooser, logInAt, setMood } from "#/support/provider.ts";
import { identityProviderUrl, people, portalUrl } from "#/support/world.ts";
import { changePageData, drawnAgain } from "#/support/page-data.ts";

async function expectFailure(page: Page, sentence: string): Promise<void> {
  const box = page.getByRole("alert");
  await expect(box).toContainText("Login failed");
  await expect(box).toContainText(sentence);
  await expect(box).toBeFocused();
}

test.describe("people whose login is connected", () => {
  test("a teacher comes in by Feide, and the header says so @phone", async ({ page }) => {
    await logInAt(page, "feide", "kari");
    await expectWelcome(page);
    await expect(userMenu(page, `${people.teacher}, with Feide`)).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  });

  test("a teacher comes in by Google", async ({ page }) => {
    await logInAt(page, "google", "camille");
    await expectWelcome(page);
    await expect(userMenu(page, `${people.camille}, with Google`)).toBeVisible();
  });

  test("a manager comes in by Apple, which answers by a form of its own", async ({ page }) => {
    await logInAt(page, "apple", "mona");
    await expectWelcome(page);
    await expect(userMenu(page, `${people.manager}, with Apple`)).toBeVisible();
  });

  test("the administrator is led to Google, and on to the wanted page", async ({ page }) => {
    await page.goto("/login/google?postLoginPage=%2Fusers%2Fme");
    await choosePerson(page, "google", "admin");
    await expect(page).toHaveURL(`${portalUrl}/users/me`);
    await expect(userMenu(page, `${people.admin}, with Google`)).toBeVisible();
  });

  test("a game's login is finished by Feide", async ({ page, request }) => {
    const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4 });
    await page.goto(loginUrl);
    await page.getByRole("link", { name: "Log in with Feide" }).click();
    await choosePerson(page, "feide", "kari");
    await expectInGame(page);
    await expectArrived(request, attempt);
  });

  test("of two tabs at two providers each finishes its own login", async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto("/login/feide?postLoginPage=%2Fplayer-groups%2F");
    await expectChooser(page, "feide");
    await other.goto("/login/google?postLoginPage=%2Fusers%2Fme");
    await expectChooser(other, "google");
    await choosePerson(page, "feide", "kari");
    await expect(page).toHaveURL(`${portalUrl}/player-groups/`);
    await expect(userMenu(page, `${people.teacher}, with Feide`)).toBeVisible();
    await choosePerson(other, "google", "camille");
    await expect(other).toHaveURL(`${portalUrl}/users/me`);
    await expect(userMenu(other, `${people.camille}, with Google`)).toBeVisible();
    // Chromium refuses to reload a page whose document it is just replacing.
    await expect(async () => void (await page.reload())).toPass();
    await expect(userMenu(page, `${people.camille}, with Google`)).toBeVisible();
  });
});

test.describe("people without an account here, or who may not log in", () => {
  test("a person who is not connected reads what to do next, and the password leads to the profile @phone", async ({ page }) => {
    await logInAt(page, "feide", "ola");
    const heading = page.getByRole("heading", { level: 1, name: "This Feide account is not connected here yet" });
    await expect(heading).toBeFocused();
    const steps = page.getByRole("main").getByRole("heading", { level: 2 });
    await expect(steps).toHaveText([
      "You have an account here",
      "You have no account here yet",
      "You are a student",
      "You have another Feide account",
    ]);
    await expect(page.getByRole("main")).toContainText("Log out at Feide first, then try again.");
    await expect(page.getByRole("main")).not.toContainText("ola");
    await page.getByRole("link", { name: "Log in with a password" }).click();
    await expectLoginPage(page);
    await hydrated(page.getByRole("button", { name: "Log in" }));
    expect(await page.evaluate(() => sessionStorage.getItem("login-state"))).toContain("/users/me");
  });

  test("a student is not connected either, and can go on with a code", async ({ page }) => {
    await logInAt(page, "feide", "nora");
    await page.getByRole("link", { name: "I have a code" }).click();
    await expect(page.getByLabel("Your code")).toBeVisible();
  });

  test("an address that an account has connects nobody", async ({ page }) => {
    await logInAt(page, "google", "namesake");
    await expect(page.getByRole("heading", { level: 1, name: "This Google account is not connected here yet" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(people.member);
  });

  for (const provider of ["feide", "google"] as const) {
    test(`a deactivated account stays out: ${provider}`, async ({ page }) => {
      await logInAt(page, provider, "bo");
      await expectFailure(page, "User not active");
      await expect(page.getByRole("alert").getByRole("link", { name: "support@" })).toHaveAttribute("href", /^mailto:/);
    });
  }

  test("a login in another tab stays, and the notice says what happened to the login here", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/login?error=errors.identityUnknown&loginType=GOOGLE");
    await expectFailure(page, "This login is not connected to an account here yet.");
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
    await page.getByRole("link", { name: "Connect it on your profile" }).click();
    await expect(page).toHaveURL(`${portalUrl}/users/me`);
  });
});

test.describe("bad days at a provider", () => {
  test.afterEach(async ({ request }) => await setMood(request, "apple", "well"));

  test("a user who cancels at the provider can try again here", async ({ page }) => {
    await page.goto("/login/google");
    await expectChooser(page, "google");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectFailure(page, "The login was cancelled at the provider.");
    await page.getByRole("link", { name: "Try again with Google" }).click();
    await choosePerson(page, "google", "camille");
    await expectWelcome(page);
  });

  test("a provider that goes away meanwhile says so, and is tried again when it is back", async ({ page, request }) => {
    await page.goto("/login/apple");
    await expectChooser(page, "apple");
    await setMood(request, "apple", "away");
    await page.getByRole("button", { name: "(mona)" }).click();
    await expectFailure(page, "The login provider cannot be reached right now.");
    await setMood(request, "apple", "well");
    await page.getByRole("link", { name: "Try again with Apple" }).click();
    await choosePerson(page, "apple", "mona");
    await expectWelcome(page);
  });

  test("a forged answer is not accepted, and nothing the provider says is repeated", async ({ page, request }) => {
    await page.goto("/login/apple");
    await expectChooser(page, "apple");
    await setMood(request, "apple", "wrong-signature");
    await page.getByRole("button", { name: "(mona)" }).click();
    await expectFailure(page, "The answer of the login provider could not be accepted. Try again.");
    await setMood(request, "apple", "evil-error");
    await page.getByRole("link", { name: "Try again with Apple" }).click();
    await expectFailure(page, "The login was cancelled at the provider.");
    await expect(page.getByRole("main")).not.toContainText("evil");
  });

  test("a provider that does not answer: after 8 seconds the page says so, with a way to try again and a way back", async ({ page }) => {
    let isSilent = true;
    // A 204 answer does not change the page.
    await page.route("**/api/auth/google/start?**", (route) => (isSilent ? route.fulfill({ status: 204 }) : route.continue()));
    await openPageThatLeaves(page, "/login/google");
    await expect(page.getByText("Processing Google login...")).toBeVisible();
    await expect(page.getByText("Google has not answered yet")).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole("link", { name: "Other ways of logging in" })).toHaveAttribute("href", "/login");
    isSilent = false;
    await page.getByRole("link", { name: "Try again" }).click();
    await expectChooser(page, "google");
  });
});

test.describe("the way there and back", () => {
  test("going back from the provider leads to the login page, and not to the provider again", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Log in with Feide" }).click();
    await expectChooser(page, "feide");
    await page.goBack();
    await expectLoginPage(page);
    await expect(page).toHaveURL(`${portalUrl}/login`);
  });

  test("a logged-in user goes to the wanted page without a provider's question", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    let starts = 0;
    page.on("request", (request) => (starts += request.url().includes("/start?") ? 1 : 0));
    await page.goto("/login/feide");
    await expectWelcome(page);
    await page.goto("/login/google?postLoginPage=%2Fusers%2Fme");
    await expect(page).toHaveURL(`${portalUrl}/users/me`);
    expect(starts).toBe(0);
  });

  test.describe("of a provider that is switched off", () => {
    test.use({ provokedErrors: drawnAgain });

    test("a provider that is switched off is neither offered nor gone to", async ({ page }) => {
      await page.goto("/login?error=errors.providerAway&loginType=FEIDE");
      await changePageData(page, "/login/feide", (data) => ({ ...data, props: { ...data.props, shows: "off" } }));
      await page.getByRole("link", { name: "Try again with Feide" }).click();
      await expect(page.getByText("This way of logging in is not set up here.")).toBeVisible();
      await page.getByRole("link", { name: "Other ways of logging in" }).click();
      await expectLoginPage(page);
    });
  });

  test("a provider's answer that was used before ends in a sentence, also for the user it logged in", async ({ page }) => {
    let callback = "";
    page.on("request", (request) => {
      if (request.url().includes("/api/auth/feide/callback?")) callback = request.url();
    });
    await logInAt(page, "feide", "kari");
    await expectWelcome(page);
    const stale = "This login took too long, was already used, or began in another browser. Start again.";
    await page.goto(callback);
    await expectFailure(page, stale);
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
    await page.context().clearCookies();
    await page.goto(callback);
    await expectFailure(page, stale);
    await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  });

  test("only known codes are shown, whatever the address contains", async ({ page }) => {
    await page.goto("/login?error=errors.callThisNumber&loginType=FEIDE&error_description=call+this+number");
    await expectFailure(page, "Try again.");
    await expect(page.locator("body")).not.toContainText("call");
    await page.goto("/login?error=errors.identityUnknown&loginType=EVIL");
    await expect(page.locator("body")).not.toContainText("EVIL");
  });

  test("a logout leads to Feide's, says what stays open, and the next one is asked who they are", async ({ page }) => {
    await logInAt(page, "feide", "kari");
    await expectWelcome(page);
    await page.goto("/logout");
    await expect(page.getByRole("main")).toContainText("Other services you opened with Feide stay logged in: log out there too.");
    await hydrated(page.getByRole("button", { name: "Logout" }));
    const ended = page.waitForRequest((request) => request.url().startsWith(`${identityProviderUrl}/feide/session/end?`));
    await page.getByRole("button", { name: "Logout" }).click();
    await ended;
    await expect(page).toHaveURL(`${portalUrl}/login`);
    await page.getByRole("link", { name: "Log in with Feide" }).click();
    await expectChooser(page, "feide");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link leads to Feide, and back to the user who logged in", async ({ page }) => {
    await page.goto("/login/feide");
    await expect(page.getByText("Processing Feide login...")).toBeVisible();
    await page.getByRole("link", { name: "Continue to Feide" }).click();
    await choosePerson(page, "feide", "ola");
    await expect(page.getByRole("heading", { level: 1, name: "This Feide account is not connected here yet" })).toBeVisible();
    await page.getByRole("link", { name: "Try again with Feide" }).click();
    await page.getByRole("link", { name: "Other ways of logging in" }).click();
    await expectLoginPage(page);
  });
});
