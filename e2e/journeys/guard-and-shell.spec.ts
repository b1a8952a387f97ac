import { leaveOpen } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, forgetCookies, sendLogin, userMenu } from "#/support/login.ts";
import { choosePerson } from "#/support/provider.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people, portalUrl } from "#/support/world.ts";

for (const path of ["/users/me", "/set-display-name"]) {
  test(`${path} asks for a login and is there after it`, async ({ page }) => {
    await page.goto(path);
    await expectLoginPage(page);
    await expect(page).toHaveURL(`${portalUrl}/login?postLoginPage=${encodeURIComponent(path)}`);
    await sendLogin(page, people.teacher);
    await expect(page).toHaveURL(`${portalUrl}${path}`);
  });
}

for (const path of ["/", "/post-login", "/dashboard-redirect", "/game-redirect"]) {
  test(`${path} asks for a login`, async ({ page }) => {
    await page.goto(path);
    await expectLoginPage(page);
    expect(new URL(page.url()).pathname).toBe("/login");
  });
}

for (const [path, heading] of [
  ["/admin", "Admin page"],
  ["/admin/create-account", "Create a new user"],
] as const) {
  // DESIGN A20: pages of administrators lead there instead of to /login.
  test(`${path} leads a visitor without a login to Google, and opens after the login`, async ({ page }) => {
    const google = page.waitForRequest((request) => new URL(request.url()).pathname === "/login/google");
    await page.goto(path);
    expect(new URL((await google).url()).searchParams.get("postLoginPage")).toBe(path);
    await choosePerson(page, "google", "admin");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${portalUrl}${path}/?$`));
  });
}

test("the first page of the area asks the service too: a 401 leads to the login", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.route("**/api/auth/auth/validate-auth", (route) =>
    route.fulfill({ status: 401, json: { message: "Not logged in", code: "errors.notLoggedIn", requestId: "1" } }),
  );
  await page.goto("/users/me");
  await expect(page).toHaveURL(/\/login\?/);
});

test("a session that has ended leads to the login and on to the wanted page", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await context.clearCookies({ name: "session" });
  await page.goto("/users/me");
  await expectLoginPage(page);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("user");
  await sendLogin(page, people.teacher);
  await expect(page).toHaveURL(`${portalUrl}/users/me`);
});

test("a session that has ended drops the game request of its user, so that the next user does not get it", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto(`/login?gameId=1&state=s1&clientCode=${"a".repeat(43)}&callbackUrl=http%3A%2F%2F127.0.0.1%2Fback`);
  const kept = async () => await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(kept).toContain("clientCode");
  await expect.poll(kept).toContain("current-");
  await context.clearCookies({ name: "session" });
  await page.goto("/users/me");
  await expectLoginPage(page);
  await expect.poll(kept).not.toContain("clientCode");
  expect(await kept()).not.toContain("current-");
  await sendLogin(page, people.member);
  await expect(page).toHaveURL(`${portalUrl}/users/me`);
});

test("a session that has ended drops the game request of its user at the start page too, and in every tab", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  const tabs = [page, await context.newPage()];
  const keptIn = async (tab: typeof page) => await tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
  for (const tab of tabs) {
    await tab.goto(`/login?gameId=1&state=s1&clientCode=${"a".repeat(43)}&callbackUrl=http%3A%2F%2F127.0.0.1%2Fback`);
    await expect.poll(() => keptIn(tab)).toMatch(/clientCode.*current-|current-.*clientCode/);
  }
  await context.clearCookies({ name: "session" });
  for (const tab of tabs) {
    await tab.goto("/");
    await expectLoginPage(tab);
    await expect.poll(() => keptIn(tab)).not.toMatch(/clientCode|current-/);
  }
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("login-state");
});

test("/post-login without a login leads to the login, and keeps the page that it leads to", async ({ page }) => {
  await page.goto("/login?postLoginPage=/users/me");
  await page.goto("/post-login");
  await expect(page).toHaveURL(`${portalUrl}/login`);
  await sendLogin(page, people.teacher);
  await expect(page).toHaveURL(`${portalUrl}/users/me`);
});

test("a session that has ended is nobody on the start page too: it leads to the login", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await context.clearCookies({ name: "session" });
  await page.goto("/");
  await expectLoginPage(page);
  await expect(page).toHaveURL(`${portalUrl}/login`);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("user");
});

test("a session that ends while a page is open leads to the login at the next step", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.clock.install();
  await page.goto("/");
  await expectWelcome(page);
  await context.clearCookies({ name: "session" });
  await leaveOpen(page);
  await userMenu(page).click();
  await page.getByRole("link", { name: "My profile" }).click();
  await expectLoginPage(page);
});

test("an unknown page is a 404 with a way to start over @phone", async ({ page }) => {
  for (const path of ["/no-such-page", "/users/me/nothing", "/login/nothing", "/%F0%9F%98%80", "/a/b/c?x=1"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Start Over" }).click();
  await expectLoginPage(page);
});

for (const path of ["/%", "/%00", "/%E0%A4%A", "/..%2f..%2fetc/passwd", `/${"x".repeat(4000)}`, "/login?%", "/login?gameId=%E0%A4%A"]) {
  test(`the address ${path.slice(0, 30)} is answered in words`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBeLessThan(500);
    await expect(page.locator("body")).toContainText(/\w{3}/);
  });
}

for (const [path, heading] of [
  ["/register", "Register"],
  ["/redirected", "You have been redirected!"],
  ["/no-permission", "No permission!"],
] as const) {
  test(`${path} says '${heading}'`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} – Storyport`);
    await expect(page.getByRole("link", { name: "Start Over" })).toHaveAttribute("href", "/");
  });
}

test.describe("when a page fails", () => {
  // React and the router report what their error view has caught.
  test.use({
    provokedErrors:
      /^ApiError: |^TypeError: (Failed to fetch dynamically imported module|Cannot read properties of undefined)|net::ERR_FAILED/,
  });

  test("an account check that fails shows it, and trying again heals", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.clock.install();
    await page.goto("/player-groups");
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
    await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill(unavailable));
    await leaveOpen(page);
    await userMenu(page).click();
    await page.getByRole("link", { name: "My profile" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Failed to fetch user data");
    await page.unroute("**/api/auth/auth/validate-auth");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  });

  test("an account check that fails on the first page shows it, and trying again heals", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill(unavailable));
    await page.goto("/users/me");
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Failed to fetch user data");
    await page.unroute("**/api/auth/auth/validate-auth");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  });

  test("an answer that breaks the contract is an error view with a way to try again", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.clock.install();
    await page.goto("/users/me");
    await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
    await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill({ status: 200, json: { accountId: 1 } }));
    await leaveOpen(page);
    await userMenu(page).click();
    await page.getByRole("link", { name: "Players" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  test("after an answer that cannot be drawn, the first press of Try again fetches it again", async ({ page }) => {
    await beLoggedIn(page, people.admin);
    await page.route("**/api/auth/users/search", (route) => route.fulfill({ status: 200, json: {} }));
    await page.goto("/users/?filter=kari");
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await page.unroute("**/api/auth/users/search");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "User Search" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toHaveCount(0);
  });

  test("the generic panel has Show Error and Hide Error", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/player-groups");
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
    await page.route("**/assets/me-*.js", (route) => route.abort());
    await userMenu(page).click();
    await page.getByRole("link", { name: "My profile" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Sorry, an unexpected error has occurred.");
    const panel = page.getByRole("alert");
    await expect(panel).toContainText("Something went wrong!");
    await panel.getByText("Show Error").click();
    await panel.getByText("Hide Error").click();
    await expect(panel.getByText("Show Error")).toBeVisible();
  });
});

test("the language switch changes the page's language, stays, and loses nothing of the address", async ({ page }) => {
  await page.goto("/login?gameId=3&state=s%26t");
  await page.getByLabel("Language").selectOption("nb");
  await expect(page.locator("html")).toHaveAttribute("lang", "nb");
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ gameId: "3", state: "s&t" });
  await page.goto("/register");
  await expect(page.locator("html")).toHaveAttribute("lang", "nb");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "nb");
});

test("a browser's own language is taken, and an unknown one is English", async ({ browser }) => {
  for (const [locale, lang] of [
    ["fr-CA", "fr"],
    ["nn-NO", "nn"],
    ["pt-BR", "pt-BR"],
    ["ja-JP", "en"],
  ]) {
    const context = await browser.newContext({ ...(locale !== undefined && { locale }), storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await page.goto(`${portalUrl}/login`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang ?? "");
    await context.close();
  }
});

test("the footer leads to the company and to the support", async ({ page }) => {
  await page.goto("/login");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "About Storyport" })).toHaveAttribute("href", /^https?:\/\//);
  await expect(footer.getByRole("link", { name: "Email support" })).toHaveAttribute("href", /^mailto:/);
});

test("a page after the login is only ever one of the portal's own", async ({ page }) => {
  // web/src/features/login-state/post-login-page.test.ts tests the other addresses.
  for (const wanted of ["https://evil.test/", "/\t/evil.test"]) {
    await forgetCookies(page.context());
    // In the second round the tab still has the first round's login state. Only a page of the portal can clear it.
    await page.goto("/login");
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/login?${new URLSearchParams({ postLoginPage: wanted })}`);
    await sendLogin(page, people.teacher);
    await expectWelcome(page);
  }
});

for (const [who, path, call, name] of [
  [people.teacher, "/player-groups", "player-groups", "2A"],
  [people.admin, "/organizations", "organization", "Fjordskolen"],
  [people.admin, `/users?filter=${people.teacher}`, "users", people.teacher],
] as const) {
  test(`after a step from ${call} to ${name} the focus is on the page's heading, also if the answer is slow @phone`, async ({ page }) => {
    await beLoggedIn(page, who);
    await page.goto(path);
    const wait = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/auth/${call}/[0-9a-f-]{36}$`), async (route) => {
      await wait.promise;
      await route.continue();
    });
    await page.getByRole("main").getByRole("link", { name }).first().click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeFocused();
    await expect(page.getByRole("main").locator("header")).not.toContainText(name);
    wait.resolve();
    await expect(page.getByRole("main").locator("header")).toContainText(name);
    await expect(heading).toBeFocused();
  });
}
