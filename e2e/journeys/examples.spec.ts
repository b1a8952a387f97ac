import { findPython } from "@storyport/tools/find-python";
import type { Page } from "@playwright/test";
import { drivenScenes } from "@storyport/contract/conformance";
import type { ConformanceRun, Verdict } from "@storyport/contract/conformance";
import type { OwnGame } from "@storyport/contract/game-rights";
import { ask, send } from "#/support/admin-area.ts";
import { type RunningExample, test } from "#/support/example.ts";
import { expectFinished } from "#/support/game.ts";
import { expect } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, sendLogin } from "#/support/login.ts";
import { people, portalUrl } from "#/support/world.ts";

const tokenAddress = `${portalUrl}/api/auth/token`;

/** The claims that the browser game shows. */
async function claimsOf(page: Page): Promise<Record<string, unknown>> {
  return JSON.parse(await page.locator("#claims").innerText()) as Record<string, unknown>;
}

test("the example of a browser game logs in, waits while the portal is busy, rotates its tokens and gives them back", async ({
  page,
  start,
}) => {
  const game = await start("browser-game");
  await page.goto(game.url);
  await page.getByRole("button", { name: "Log in with Storyport" }).click();
  await expectLoginPage(page);
  await sendLogin(page, people.teacher);
  await expect(page.getByText("You are logged in.")).toBeVisible();
  await expect(page).toHaveURL(`${game.url}/`);
  const first = await claimsOf(page);
  expect(first).toMatchObject({ iss: portalUrl, aud: "example-browser-game", scope: "PLAYERGROUP" });
  await page.getByRole("button", { name: "Which players may I see?" }).click();
  await expect(page.getByText(/You may see [1-9]\d* players\./)).toBeVisible();

  const headers = { "retry-after": "1", "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" };
  await page.route(tokenAddress, (route) => route.fulfill({ status: 503, headers, json: { code: "errors.unavailable" } }), { times: 1 });
  const answered = page.waitForResponse((response) => response.url() === tokenAddress && response.status() === 200);
  await page.getByRole("button", { name: "Refresh the tokens" }).click();
  const { refresh_token: last } = (await (await answered).json()) as { refresh_token: string };
  await expect(page.getByText("The tokens are new.")).toBeVisible();
  expect((await claimsOf(page))["jti"]).not.toBe(first["jti"]);

  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("You are logged out of the game.")).toBeVisible();
  const form = { grant_type: "refresh_token", client_id: String(first["client_id"]), refresh_token: last };
  const refused = await page.request.post(tokenAddress, { form });
  expect(await refused.json()).toMatchObject({ error: "invalid_grant" });
});

test.describe("while the portal cannot answer", () => {
  test.use({ provokedErrors: /502/ });

  test("the example of a browser game keeps its tokens, and drops them for invalid_grant alone", async ({ page, start }) => {
    const game = await start("browser-game");
    await beLoggedIn(page, people.teacher);
    await page.goto(game.url);
    await page.getByRole("button", { name: "Log in with Storyport" }).click();
    await expect(page.getByText("You are logged in.")).toBeVisible();
    const refresh = page.getByRole("button", { name: "Refresh the tokens" });
    const headers = { "retry-after": "0.1", "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" };
    const busy = { status: 503, headers, json: { error: "temporarily_unavailable", code: "errors.unavailable" } };
    await page.route(tokenAddress, (route) => route.fulfill(busy), { times: 4 });
    await refresh.click();
    await expect(page.getByText("Storyport answered 503. Try again later.")).toBeVisible();
    const page502 = { status: 502, headers, contentType: "text/html", body: "<!doctype html><title>502 Bad Gateway</title>" };
    await page.route(tokenAddress, (route) => route.fulfill(page502), { times: 1 });
    await refresh.click();
    await expect(page.getByText("Storyport answered 502. Try again later.")).toBeVisible();
    await refresh.click();
    await expect(page.getByText("The tokens are new.")).toBeVisible();
    await endGames(page);
    await refresh.click();
    await expect(page.getByText("Log in again (invalid_grant).")).toBeVisible();
    await expect(page.getByRole("button", { name: "Log in with Storyport" })).toBeVisible();
  });
});

test("the example of a browser game says that a login was refused, and clears the address", async ({ page, start }) => {
  const game = await start("browser-game");
  await page.goto(game.url);
  await page.route(`${portalUrl}/game-login?**`, (route) => route.fulfill({ status: 204 }));
  const request = page.waitForRequest(`${portalUrl}/game-login?**`);
  await page.getByRole("button", { name: "Log in with Storyport" }).click();
  const state = new URL((await request).url()).searchParams.get("state") ?? "";
  await page.goto(`${game.url}/callback?${new URLSearchParams({ error: "access_denied", state, iss: portalUrl })}`);
  await expect(page.getByText("The login did not finish (access_denied).")).toBeVisible();
  await expect(page).toHaveURL(`${game.url}/`);
  await expect(page.getByRole("button", { name: "Log in with Storyport" })).toBeVisible();
});

test("the example of a browser game refuses the answer of a login that another browser began", async ({ page, browser, start }) => {
  const game = await start("browser-game");
  await beLoggedIn(page, people.teacher);
  await page.goto(game.url);
  await page.route(`${game.url}/callback?**`, (route) => route.fulfill({ status: 204 }));
  const arrival = page.waitForRequest(`${game.url}/callback?**`);
  await page.getByRole("button", { name: "Log in with Storyport" }).click();
  const answer = (await arrival).url();
  const other = await browser.newPage();
  const redemptions: string[] = [];
  other.on("request", (request) => redemptions.push(...(request.url() === tokenAddress ? [request.url()] : [])));
  await other.goto(answer);
  await expect(other.getByText("This login began in another browser. Nothing was done with it.")).toBeVisible();
  expect(redemptions).toEqual([]);
  await other.close();
});

/** Ends the sessions of games, as the owner does on the profile page. */
async function endGames(page: Page): Promise<void> {
  const games = (await ask<{ id: string; kind: string }[]>(page, "sessions")).filter(({ kind }) => kind === "GAME");
  expect(games).toHaveLength(1);
  for (const { id } of games) await send(page, { method: "DELETE", path: `sessions/${id}` });
}

/** The address that the native game asks its user to open. */
const addressIn = (game: RunningExample): string => /http:\S+\/game-login\?\S+/.exec(game.output())?.[0] ?? "";

test("the example of a native game takes its answer on the loopback address, rotates its tokens, and learns that the login has ended", async ({
  page,
  start,
}) => {
  const game = await start("native-game");
  await beLoggedIn(page, people.teacher);
  const address = addressIn(game);
  const callback = new URL(address).searchParams.get("redirect_uri") ?? "";
  expect((await page.request.get(`${callback}?code=x&state=y&iss=${portalUrl}`)).status()).toBe(404);
  await page.goto(address);
  await expectFinished(page);
  await expect.poll(game.output).toMatch(/Logged in: .*"aud":"example-native-game"/);
  game.type("refresh");
  await expect.poll(game.output).toMatch(/Refreshed: .*"aud":"example-native-game"/);
  await endGames(page);
  game.type("refresh");
  expect(await game.ended()).toBe(1);
  expect(game.output()).toContain("Log in again: invalid_grant");
});

/** Loaded before the example: the first refresh gets the page of a proxy, as while the portal is away. */
const awayOnce = `
const real = globalThis.fetch;
let isAway = true;
globalThis.fetch = (address, options) => {
  if (!isAway || !String(options?.body).includes("grant_type=refresh_token")) return real(address, options);
  isAway = false;
  return Promise.resolve(new Response('<p class="error">502 Bad Gateway</p>', { status: 502 }));
};`;

test("the example of a native game keeps its tokens while the portal cannot answer", async ({ page, start }) => {
  const game = await start("native-game", { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(awayOnce)}` });
  await beLoggedIn(page, people.teacher);
  await page.goto(addressIn(game));
  await expectFinished(page);
  await expect.poll(game.output).toContain("Logged in: ");
  game.type("refresh");
  await expect.poll(game.output).toContain("Not refreshed, try again later: The portal answered 502.");
  game.type("refresh");
  await expect.poll(game.output).toMatch(/Refreshed: .*"aud":"example-native-game"/);
});

test("the example of a native game says that a login was refused", async ({ page, start }) => {
  const game = await start("native-game");
  const request = new URL(addressIn(game)).searchParams;
  const refused = new URLSearchParams({ error: "access_denied", state: request.get("state") ?? "", iss: portalUrl });
  const answer = await page.request.get(`${request.get("redirect_uri")}?${refused}`);
  expect(await answer.text()).toContain("The login did not finish.");
  expect(await game.ended()).toBe(1);
  expect(game.output()).toContain("The login did not finish (access_denied).");
});

test("the example of a native game gives its tokens back", async ({ page, start }) => {
  const game = await start("native-game");
  await beLoggedIn(page, people.teacher);
  const address = addressIn(game);
  await page.goto(address);
  await expectFinished(page);
  await expect.poll(game.output).toContain("Logged in: ");
  game.type("log out");
  expect(await game.ended()).toBe(0);
  expect(game.output()).toContain("Logged out.");
});

async function logInToDashboard(page: Page, dashboard: RunningExample): Promise<void> {
  await page.goto(dashboard.url);
  await page.getByRole("link", { name: "Log in with Storyport" }).click();
}

for (const name of ["dashboard-node", "dashboard-python"] as const) {
  test.describe(`the example ${name}`, () => {
    test.skip(
      () => name === "dashboard-python" && findPython() === undefined,
      "this machine has no Python with Authlib (Debian: python3-authlib)",
    );

    test("shows the name, logs out at the portal too, and hears of a logout there", async ({ page, start }) => {
      const dashboard = await start(name);
      await logInToDashboard(page, dashboard);
      await expectLoginPage(page);
      await sendLogin(page, people.teacher);
      await expect(page.getByText("You are Kari Nordmann.")).toBeVisible();
      await page.getByRole("button", { name: "Log out" }).click();
      await expect(page.getByText("You are logged out.")).toBeVisible();
      await expect(page).toHaveURL(`${dashboard.url}/logged-out`);

      await logInToDashboard(page, dashboard);
      await expectLoginPage(page);
      await sendLogin(page, people.teacher);
      await expect(page.getByText("You are Kari Nordmann.")).toBeVisible();
      await send(page, { path: "auth/logout" });
      await expect
        .poll(async () => (await page.request.get(dashboard.url)).text(), { intervals: [100] })
        .toContain("You are not logged in.");
    });

    test("breaks no rule of a conformance run that the portal plays", async ({ page, start }) => {
      await start(name);
      await beLoggedIn(page, people.admin);
      const games = await ask<OwnGame[]>(page, "bench/games");
      const gameId = games.find(({ game }) => game.gameKey === `example-${name}`)?.game.gameId;
      const { runId, issuer } = await send<ConformanceRun>(page, { path: `bench/games/${gameId}/runs`, data: {} });
      await start(name, { ISSUER: issuer });
      for (const scene of drivenScenes) await send(page, { path: `bench/runs/${runId}/play`, data: { scene } });
      const { checks } = await ask<ConformanceRun>(page, `bench/runs/${runId}`);
      const checksThat = (verdict: Verdict) => checks.filter((each) => each.verdict === verdict).map(({ check }) => check);
      expect(checksThat("FAILED")).toEqual([]);
      expect(checksThat("PASSED")).toEqual(["pkce", "callback", "state", "browser", "issuer", "codeOnce", "denied", "busy", "away"]);
    });

    test("refuses the answer of a login that another browser began, and a notice that the portal did not sign", async ({
      page,
      browser,
      start,
    }) => {
      const dashboard = await start(name);
      await beLoggedIn(page, people.teacher);
      await page.route(`${dashboard.url}/callback?**`, (route) => route.fulfill({ status: 204 }));
      const arrival = page.waitForRequest(`${dashboard.url}/callback?**`);
      await logInToDashboard(page, dashboard);
      const other = await browser.newPage();
      await other.goto((await arrival).url());
      await expect(other.getByText("This login began in another browser. Nothing was done with it.")).toBeVisible();
      await other.close();
      // Its header is { "alg": "none", "typ": "logout+jwt" }, and it has no signature.
      const forged = { logout_token: "eyJhbGciOiJub25lIiwidHlwIjoibG9nb3V0K2p3dCJ9.e30." };
      expect((await page.request.post(`${dashboard.url}/backchannel-logout`, { form: forged })).status()).toBe(400);
    });
  });
}
