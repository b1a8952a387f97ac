import { hydrated } from "#/support/hydrated.ts";
import { expectArrived, beginGame, expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { lettersTo } from "#/support/letters.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, sendLogin, userMenu } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { password, people, portalUrl, stranger } from "#/support/world.ts";

test("a teacher logs in and sees who is logged in and the games of the school @phone", async ({ page }) => {
  await page.goto("/");
  await expectLoginPage(page);
  await expect(page).toHaveURL(`${portalUrl}/login`);
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
  await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  const games = page.getByLabel("Game", { exact: true }).getByRole("option");
  await expect(games).toHaveText(["Choose a game", "Norwegian", "English"]);
  await expect(page.getByLabel("Organization", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("banner")).toContainText(people.teacher);
});

test("the user menu names the account, how it logged in, and the pages of its own", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  const menu = userMenu(page, `${people.teacher}, with a password`);
  await hydrated(menu);
  await menu.click();
  const header = page.getByRole("banner");
  await expect(header.getByText("Logged in as")).toBeVisible();
  await expect(header.getByRole("list").getByRole("link")).toHaveText(["My profile", "Players", "Logout"]);
  await page.keyboard.press("Escape");
  await expect(header.getByRole("link", { name: "My profile" })).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(header.getByRole("link", { name: "My profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  await expect(page.getByRole("region", { name: "The current user as JSON" })).toContainText(`"email": "${people.teacher}"`);
});

test("an administrator's menu has the admin page as well", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/");
  await userMenu(page).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Admin page" })).toHaveAttribute("href", "/admin");
});

test("an account without a display name is welcomed by the email address", async ({ page }) => {
  await beLoggedIn(page, people.newcomer);
  await page.goto("/");
  await expectWelcome(page);
  await expect(page.getByRole("main")).toContainText(`Logged in as ${people.newcomer}`);
});

test("nobody is shown a menu before they log in", async ({ page }) => {
  await page.goto("/login");
  await expectLoginPage(page);
  await expect(userMenu(page)).toHaveCount(0);
});

const refusals = [
  { what: "a wrong password", email: () => stranger(), secret: "Wrong-Password-1", says: "Invalid username or password" },
  { what: "nothing", email: () => "", secret: "", says: "Email and password are required" },
  { what: "no password", email: () => people.teacher, secret: "", says: "Email and password are required" },
  { what: "no e-mail", email: () => "", secret: password, says: "Email and password are required" },
  { what: "an e-mail that is none", email: () => "kari", secret: password, says: "Enter a valid email address." },
  { what: "a password too short to be one", email: () => stranger(), secret: "short", says: "8 to 128 characters" },
  { what: "a deactivated account", email: () => people.blocked, secret: password, says: "User not active" },
  { what: "an account without the right to log in", email: () => people.guest, secret: password, says: "No login permissions" },
  {
    what: "signs of every kind",
    email: () => "ka<b>ri😀@fjordskolen.example",
    secret: "\u0000🙈🙉🙊🙈🙉🙊🙈🙉",
    says: "Enter a valid email address.",
  },
  { what: "a password of the greatest length", email: () => stranger(), secret: "x".repeat(128), says: "Invalid username or password" },
  { what: "a password beyond the greatest length", email: () => stranger(), secret: "x".repeat(5000), says: "8 to 128 characters" },
];

for (const { what, email, secret, says } of refusals) {
  test(`logging in with ${what} says so and keeps the e-mail`, async ({ page }) => {
    const tried = email();
    await page.goto("/login");
    await sendLogin(page, tried, secret);
    const box = page.getByRole("alert");
    await expect(box).toContainText("Login failed");
    await expect(box).toContainText(says);
    await expect(box).toBeFocused();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(tried);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  });
}

test("an expired password sends a letter with a link to the portal", async ({ page }) => {
  await page.goto("/login");
  await sendLogin(page, people.expired);
  const sentence = "Your password has expired. Please check your email for the password reset link.";
  await expect(page.getByRole("alert")).toContainText(sentence);
  const mine = async () => (await lettersTo(people.expired))[0]?.text ?? "";
  await expect.poll(mine, { timeout: 15_000 }).toContain(`${portalUrl}/`);
});

test("a login under way shows it and cannot be sent twice", async ({ page }) => {
  const release = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/api/auth/pw/login", async (route) => {
    sent += 1;
    await release.promise;
    await route.continue();
  });
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  const button = page.getByRole("button", { name: "Logging in..." });
  await expect(button).toBeVisible();
  await button.dispatchEvent("click");
  await page.keyboard.press("Enter");
  release.resolve();
  await expectWelcome(page);
  expect(sent).toBe(1);
});

test("many wrong passwords have to wait, and the page says how long", async ({ page }) => {
  const email = stranger();
  await page.goto("/login");
  // Each refused guess doubles the wait; the ninth is long enough for the form to meet it.
  const guess = async (): Promise<number> => {
    const answer = await page.request.post(`${portalUrl}/api/auth/pw/login`, {
      data: { email, password: "Wrong-Password-1", deviceName: "Journey" },
    });
    return Number(answer.headers()["retry-after"] ?? 0);
  };
  await expect.poll(guess, { intervals: [10], timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  await sendLogin(page, email, "Wrong-Password-1");
  await expect(page.getByRole("alert")).toContainText(/Wait \d+ seconds and try again\./);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("the password can be shown and hidden again", async ({ page }) => {
  await page.goto("/login");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

for (const path of ["/login", "/login/password"]) {
  test(`${path} asks for the e-mail in a field of that type, and hides the password`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Show password" })).toBeVisible();
    // Without `exact` a label is found by a part of it, also by a part of another control's `aria-label`.
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
  });
}

test("the label of the password finds its field alone, also beside the menu of a user who logged in with a password", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/login/password");
  await expect(userMenu(page, `${people.teacher}, with a password`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Show password" })).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
});

test("/login/password is the form alone, with a way to the others", async ({ page }) => {
  await page.goto("/login/password");
  await expectLoginPage(page);
  await expect(page.getByRole("link", { name: "Log in with Feide" })).toHaveCount(0);
  await page.getByRole("link", { name: "Other ways of logging in" }).click();
  await expect(page.getByRole("link", { name: "Log in with Feide" })).toBeVisible();
  await page.goBack();
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
});

test("the chosen game decides which ways of logging in there are", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Dutch" });
  await expect(page.getByRole("link", { name: "Log in with Feide" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Log in with Apple" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Log in with Google" })).toHaveAttribute("href", "/login/google");
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Norwegian" });
  await expect(page.getByRole("link", { name: "Log in with Feide" })).toHaveAttribute("href", "/login/feide");
  await expect(page.getByRole("link", { name: "Log in with Apple" })).toHaveAttribute("href", "/login/apple");
});

test.describe("when the network fails", () => {
  test.use({ provokedErrors: /net::ERR_INTERNET_DISCONNECTED/ });

  test("an offline browser says so and keeps what was typed", async ({ page, context }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Show password" })).toBeVisible();
    await context.setOffline(true);
    await sendLogin(page, people.teacher);
    await expect(page.getByRole("alert")).toContainText("Check the internet connection and try again.");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(people.teacher);
    await context.setOffline(false);
    await sendLogin(page, people.teacher);
    await expectWelcome(page);
  });
});

test("a service that is away says so and takes the login when it is back", async ({ page }) => {
  await page.route("**/api/auth/pw/login", (route) => route.fulfill(unavailable), { times: 1 });
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  await expect(page.getByRole("alert")).toContainText("The service is not available right now. Try again in a moment.");
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
});

test("a proxy's error page in place of an answer is a sentence, not a blank page", async ({ page }) => {
  await page.route("**/api/auth/pw/login", (route) => route.fulfill({ status: 503, body: "<html>Bad gateway</html>" }), { times: 1 });
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  await expect(page.getByRole("alert")).toContainText("Sorry, an unexpected error has occurred.");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form logs in", async ({ page }) => {
    await page.goto("/login");
    await sendLogin(page, people.teacher);
    await expect(userMenu(page, `${people.teacher}, with a password`)).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  });

  for (const [path, secret, says] of [
    ["/login", "Wrong-Password-1", "Invalid username or password"],
    ["/login/password", "Wrong-Password-1", "Login failed"],
    ["/login", "short", "8 to 128 characters"],
    ["/login", "", "Email and password are required"],
  ] as const) {
    test(`a refused form on ${path} says '${says}' and keeps the e-mail`, async ({ page }) => {
      const email = stranger();
      await page.goto(path);
      await sendLogin(page, email, secret);
      await expect(page.getByRole("alert")).toContainText(says);
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
      expect(page.url()).not.toContain(email);
    });
  }
});

test("a form sent before any script arrives loses nothing: it ends in the game", async ({ page, request }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 1 });
  await page.goto(loginUrl, { waitUntil: "commit" });
  await sendLogin(page, people.teacher);
  await expect(page).toHaveURL(/\/post-login$/);
  scripts.resolve();
  await expectInGame(page);
  expect((await expectArrived(request, attempt)).claims).toMatchObject({ aud: "storyport-no" });
});
