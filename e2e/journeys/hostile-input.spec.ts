import type { Page } from "@playwright/test";
import { followForeignLink } from "#/support/foreign-page.ts";
import { gameLogin } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, forgetCookies, sendLogin } from "#/support/login.ts";
import { people, portalUrl } from "#/support/world.ts";

/** Expects a page of ours with a heading and text, and no server failure. */
async function expectAnswerInWords(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  expect(answer?.status() ?? 0, address.slice(0, 200)).toBeLessThan(500);
  await expectWords(page);
}

async function expectWords(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\w{3}/);
  expect(page.url().startsWith(`${portalUrl}/`), page.url().slice(0, 200)).toBe(true);
}

const values = {
  script: "javascript:alert(1)",
  markup: '"><img src=x onerror=alert(1)>',
  long: "x".repeat(5000),
  unicode: "ключ-钥匙-😀-\u202e-\u0000",
  escapes: "%ED%A0%80",
  prototype: '{"__proto__":{"admin":true}}',
  empty: "",
} as const;

for (const [kind, value] of Object.entries(values)) {
  test(`a value of ${kind} in every parameter is never a blank page`, async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    for (const name of ["gameId", "orgId", "state", "clientCode", "scope", "callbackUrl"]) {
      // The user's own request would lead into the game.
      const answered = page.waitForResponse((response) => response.url().includes("/game-login?"));
      await followForeignLink(page, gameLogin({ [name]: value }));
      expect((await answered).status(), name).toBeLessThan(500);
      await expectWords(page);
    }
    await page.context().clearCookies();
    const search = new URLSearchParams(
      ["gameId", "orgId", "loginType", "postLoginPage", "error", "language"].map((name) => [name, value.slice(0, 2000)]),
    );
    await expectAnswerInWords(page, `/login?${search}`);
    await expectAnswerInWords(page, `/login/password?${search}`);
  });
}

test("repeated, nested and damaged parameters are never a blank page", async ({ page }) => {
  for (const search of [
    "gameId=1&gameId=2&state=a&state=b",
    "gameId[]=1&gameId[x]=2",
    "gameId=%5B1%5D&orgId=%7B%7D",
    "__proto__=1&constructor=2&toString=3",
    "gameId=%ff%fe",
    "gameId=%",
    "&&&==&?",
    "error=errors.passwordExpired&error=x",
    "a=1&".repeat(2000),
  ]) {
    for (const path of ["/login", "/game-login", "/dashboard-login", "/register"]) {
      await expectAnswerInWords(page, `${path}?${search}`);
    }
  }
});

const cookies = [
  "",
  "x",
  "%",
  "%7B",
  "{}",
  "null",
  "[]",
  "true",
  "-1",
  '"text"',
  "%7B%22gameId%22%3A%7B%7D%7D",
  "%7B%22gameId%22%3A%5B%221%22%5D%7D",
  "%7B%22callbackUrl%22%3A%22javascript%3Aalert(1)%22%7D",
  "%7B%22postLoginPage%22%3A%22%2F%2Fevil.test%22%7D",
  "%7B%22postLoginPage%22%3A%22https%3A%2F%2Fevil.test%22%7D",
  "%7B%22postLoginPage%22%3A%7B%22toString%22%3A1%7D%7D",
  "%7B%22__proto__%22%3A%7B%22gameId%22%3A%221%22%7D%7D",
  "%7B%22constructor%22%3A1%2C%22hasOwnProperty%22%3A1%7D",
  "%7B%22loginType%22%3A%22ROOT%22%7D",
  "%7B%22orgId%22%3A%22not-a-uuid%22%7D",
  "%7B%22loggedInToken%22%3A%22stolen%22%7D",
  "%7B%22qrCode%22%3A%22stolen%22%7D",
  "%7B%22state%22%3A%22%F0%9F%98%80%22%7D",
  "%7B%22state%22%3A%22%00%22%7D",
  "%ED%A0%80",
  "%FF",
  "eyJhbGciOiJub25lIn0.e30.",
  `%7B%22state%22%3A%22${"x".repeat(3000)}%22%7D`,
  "%5B".repeat(900),
  "<script>alert(1)</script>",
  "undefined",
];

test("a garbage or forged login-state cookie costs nobody the login page", async ({ page, context }) => {
  for (const value of cookies) {
    await context.addCookies([{ name: "login-state", value, url: portalUrl }]);
    await expectAnswerInWords(page, "/login");
    await expectLoginPage(page);
    await page.evaluate(() => sessionStorage.clear());
  }
});

test("a login with a forged login-state cookie ends on a page of ours", async ({ page, context }) => {
  test.slow();
  for (const value of cookies.filter((cookie) => cookie.includes("%22postLoginPage") || cookie.includes("callbackUrl"))) {
    await forgetCookies(context);
    await context.addCookies([{ name: "login-state", value, url: portalUrl }]);
    await page.goto("/login");
    await page.evaluate(() => sessionStorage.clear());
    await sendLogin(page, people.teacher);
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  }
});

test("garbage in every other cookie and in the tab's own memory costs nobody the login page", async ({ page, context }) => {
  for (const value of ["x", "%", "{}", "null", "0c7c54a0-93c8-4d5c-8a0f-2b8f3a7f5f11", "x".repeat(3000)]) {
    const names = ["session", "user", "language", "login-attempt", "device"];
    await context.addCookies(names.map((name) => ({ name, value, url: portalUrl })));
    await page.goto("/login");
    await page.evaluate((text) => {
      for (const key of ["login-state", "hand-over", "current-game", "current-organization"]) sessionStorage.setItem(key, text);
    }, value);
    await expectAnswerInWords(page, "/game-redirect");
    await expectAnswerInWords(page, "/login");
    await expectLoginPage(page);
  }
});

test("where the browser keeps nothing, one can still log in", async ({ page }) => {
  await page.addInitScript(() => {
    for (const store of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(globalThis, store, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "English" });
  await expect(page.getByRole("link", { name: "Open the dashboard" })).toBeVisible();
});
