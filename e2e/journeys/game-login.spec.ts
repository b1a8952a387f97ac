import { beginGame, countCodes, expectArrived, expectFinished, expectInGame, gameLogin, reportOf } from "#/support/game.ts";
import { openPageThatLeaves } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, sendLogin } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { gameUrl, people, portalUrl } from "#/support/world.ts";

for (const kind of ["web", "loopback"] as const) {
  test(`a game that is called back by ${kind} opens the portal, and its player logs in and arrives in it @phone`, async ({
    page,
    context,
  }) => {
    await page.goto(gameUrl);
    await page.getByLabel("Edition").selectOption("4");
    await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
    const opening = context.waitForEvent("page");
    await page.getByRole("button", { name: "Play" }).click();
    const portal = await opening;
    await expectLoginPage(portal);
    await expect(portal.getByLabel("Game", { exact: true })).toHaveCount(0);
    await sendLogin(portal, people.teacher);
    await (kind === "web" ? expectInGame(portal) : expectFinished(portal));
    await expect(page.getByRole("heading", { level: 1, name: "You are in the game" })).toBeVisible();
    await expect(page.getByText(`called back by ${kind}. The token was verified against the portal's keys.`)).toBeVisible();
  });
}

test("a game that is not public shows its own ways to log in to its own request alone, and its name to nobody", async ({
  page,
  browser,
}) => {
  const desk = await (await browser.newContext()).newPage();
  await beLoggedIn(desk, people.admin);
  const callbackUrl = "https://lighthouse.example/callback";
  const game = { gameKey: `lighthouse-${Date.now()}`, description: "Lighthouse", loginTypes: ["FEIDE"] };
  const data = { ...game, callbacks: [{ url: callbackUrl, kind: "WEB" }] };
  const made = await desk.request.post(`${portalUrl}/api/auth/games`, { data });
  const { gameId } = (await made.json()) as { gameId: number };
  const open = async (callback: string) => {
    const request = new URLSearchParams({ gameId: String(gameId), state: "s", clientCode: "a".repeat(43), callbackUrl: callback });
    await page.goto(`/game-login?${request}`);
    await expectLoginPage(page);
    await expect(page.getByRole("link", { name: /Feide/ })).toBeVisible();
    expect(await page.content()).not.toContain("Lighthouse");
  };
  await open(callbackUrl);
  await expect(page.getByRole("link", { name: /Google/ })).toHaveCount(0);
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await open("https://lighthouse.example/other");
  await expect(page.getByRole("link", { name: /Google/ })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test("a logged-in user goes straight on, and the page names them", async ({ page, request }) => {
  await beLoggedIn(page, people.teacher);
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 1, kind: "loopback" });
  await page.goto(loginUrl);
  await expectFinished(page);
  await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  await expectArrived(request, attempt);
});

test("'Not you?' logs out, and the user who logs in next is handed over to a game", async ({ page, request }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto((await beginGame(page.request, { gameId: 1, kind: "loopback" })).loginUrl);
  await expectFinished(page);
  await page.getByRole("button", { name: "Not you?" }).click();
  await expectLoginPage(page);
  await expect(page.locator("body")).not.toContainText("Kari");
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4, kind: "loopback" });
  await page.goto(loginUrl);
  await sendLogin(page, people.member);
  await expectFinished(page);
  await expect(page.getByRole("main")).toContainText("Per Medlem");
  await expectArrived(request, attempt);
});

test("the game is asked for once, however often the page is reloaded or come back to", async ({ page, request }) => {
  const codes = countCodes(page);
  await beLoggedIn(page, people.teacher);
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4, kind: "loopback" });
  await page.goto(loginUrl);
  await expectFinished(page);
  await page.reload();
  await expectFinished(page);
  await page.goto("/register");
  await page.goBack();
  await expectFinished(page);
  expect(codes()).toBe(1);
  expect((await reportOf(request, attempt)).status).toBe("arrived");
});

test("a double click on the way to the game asks for one code", async ({ page }) => {
  const codes = countCodes(page);
  await beLoggedIn(page, people.teacher);
  const { loginUrl } = await beginGame(page.request, { gameId: 4 });
  const query = new URL(loginUrl).searchParams;
  await page.goto(`/login?${query}`);
  await page.getByRole("link", { name: "Continue to English" }).click();
  // A request that comes by /login proves no origin, so the portal asks (DESIGN A6). Other journeys open /game-login, as a typed address.
  await page.getByRole("button", { name: "Open the game as Kari Nordmann" }).dblclick();
  await expectInGame(page);
  expect(codes()).toBe(1);
});

test("two tabs with two games each get their own game", async ({ page, context, request }) => {
  const [one, other] = [await beginGame(page.request, { gameId: 1 }), await beginGame(page.request, { gameId: 4 })];
  const second = await context.newPage();
  await page.goto(one.loginUrl);
  await second.goto(other.loginUrl);
  await sendLogin(page, people.teacher);
  await expectInGame(page);
  await sendLogin(second, people.teacher);
  await expectInGame(second);
  expect((await expectArrived(request, one.attempt)).claims).toMatchObject({ aud: "storyport-no" });
  expect((await expectArrived(request, other.attempt)).claims).toMatchObject({ aud: "storyport-en" });
});

test("two tabs of one logged-in person each get their own game at once", async ({ page, context, request }) => {
  await beLoggedIn(page, people.teacher);
  const [one, other] = [await beginGame(page.request, { gameId: 1 }), await beginGame(page.request, { gameId: 4 })];
  const second = await context.newPage();
  await Promise.all([page.goto(one.loginUrl), second.goto(other.loginUrl)]);
  await Promise.all([expectInGame(page), expectInGame(second)]);
  expect((await expectArrived(request, one.attempt)).claims).toMatchObject({ aud: "storyport-no" });
  expect((await expectArrived(request, other.attempt)).claims).toMatchObject({ aud: "storyport-en" });
});

test("the standard names of OAuth are taken as well", async ({ page, request }) => {
  await beLoggedIn(page, people.teacher);
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4 });
  const query = new URL(loginUrl).searchParams;
  const standard = new URLSearchParams({
    response_type: "code",
    client_id: query.get("gameId") ?? "",
    redirect_uri: query.get("callbackUrl") ?? "",
    code_challenge: query.get("clientCode") ?? "",
    code_challenge_method: "S256",
    state: query.get("state") ?? "",
  });
  await page.goto(`/game-login?${standard}`);
  await expectInGame(page);
  await expectArrived(request, attempt);
});

test.describe("a game that does not answer", () => {
  test.use({ provokedErrors: /net::ERR_CONNECTION_REFUSED/ });

  test("the page never says 'Login finished!', and offers the game's address", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    const silent = "http://127.0.0.1:9/callback";
    await page.route(`${silent}?**`, (route) => route.fulfill({ status: 204 }));
    await openPageThatLeaves(page, gameLogin({ callbackUrl: silent }));
    await expect(page.getByRole("status")).toContainText("Redirecting...");
    const link = page.getByRole("link", { name: "Open the game" });
    await expect(link).toHaveAttribute("href", new RegExp(`^${silent}\\?code=`));
    for (let polls = 0; polls < 2; polls++) await page.waitForResponse("**/api/auth/token/game/status?**");
    await expect(page.getByText("Login finished!")).toHaveCount(0);
    await expect(page.getByText("You may now close this page.")).toHaveCount(0);
    await expect(page.getByRole("status")).toContainText("Redirecting...");
  });

  test("where nobody listens the browser is sent to the address itself", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    const nobody = "http://127.0.0.1:9/callback";
    let knocks = 0;
    const gone = Promise.withResolvers<string>();
    await page.route(`${nobody}?**`, (route) => {
      knocks += 1;
      if (route.request().isNavigationRequest()) gone.resolve(route.request().url());
      return route.abort("connectionrefused");
    });
    await page.goto(gameLogin({ callbackUrl: nobody, state: "my-state" }));
    const address = new URL(await gone.promise);
    expect(address.searchParams.get("state")).toBe("my-state");
    expect(address.searchParams.get("iss")).toBe(portalUrl);
    expect(knocks).toBeGreaterThanOrEqual(2);
    await expect(page.getByText("Login finished!")).toHaveCount(0);
  });
});

test("a game installed on the device is opened by its own scheme", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const client = await page.context().newCDPSession(page);
  await client.send("Page.enable");
  const opened: string[] = [];
  client.on("Page.frameRequestedNavigation", ({ url }) => opened.push(url));
  await page.goto(gameLogin({ callbackUrl: "example.storyport.en:/login", state: "my-state" }));
  const link = page.getByRole("link", { name: "Open the game" });
  await expect(link).toHaveAttribute("href", /^example\.storyport\.en:\/login\?code=.+&state=my-state&iss=/);
  await expect.poll(() => opened.filter((url) => url.startsWith("example.storyport.en:"))).toHaveLength(1);
  await expect(page.getByText("Login finished!")).toHaveCount(0);
  await expect(page.getByRole("status")).toContainText("Redirecting...");
});

const refused = [
  { what: "an unregistered callbackUrl", parts: { callbackUrl: "https://evil.test/callback" }, says: "is not registered for it." },
  { what: "a callbackUrl beside the registered one", parts: { callbackUrl: `${gameUrl}/callback/x` }, says: "is not registered for it." },
  { what: "a callbackUrl with a query", parts: { callbackUrl: `${gameUrl}/callback?a=b` }, says: "is not registered for it." },
  { what: "a callbackUrl of script", parts: { callbackUrl: "javascript:alert(1)//" }, says: "is not registered for it." },
  { what: "a callbackUrl of data", parts: { callbackUrl: "data:text/html,hello" }, says: "is not registered for it." },
  { what: "a challenge that is none", parts: { clientCode: "short" }, says: "is not a PKCE challenge (S256)." },
  { what: "a game of another school", parts: { gameId: "3" }, says: "This game is not available to you." },
  { what: "a game that does not exist", parts: { gameId: "999" }, says: "This game is not available to you." },
  { what: "a game that is no number", parts: { gameId: "no-such-game" }, says: "Invalid input" },
  {
    what: "an organization that does not exist",
    parts: { orgId: "0c7c54a0-93c8-4d5c-8a0f-2b8f3a7f5f11" },
    says: "This game is not available to you.",
  },
];

for (const { what, parts, says } of refused) {
  test(`${what} is refused on our page, and nobody is sent away`, async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    const left: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && !request.url().startsWith(portalUrl)) left.push(request.url());
    });
    await page.goto(gameLogin(parts));
    const box = page.getByRole("alert");
    await expect(box).toContainText(/Error: Failed to finish login: 4\d\d /);
    await expect(box).toContainText(says);
    await expect(box).toBeFocused();
    await expect(page.getByRole("link", { name: "Open the game" })).toHaveCount(0);
    expect(left).toEqual([]);
  });
}

const values = "Cannot finish login - missing required values in loginState";
const incomplete = [
  { what: "without anything", search: "", says: values },
  { what: "without a state", search: `gameId=4&clientCode=${"a".repeat(43)}&callbackUrl=x`, says: values },
  { what: "without a challenge", search: "gameId=4&state=s&callbackUrl=x", says: values },
  { what: "without a callbackUrl", search: `gameId=4&state=s&clientCode=${"a".repeat(43)}`, says: values },
  { what: "without a game", search: `state=s&clientCode=${"a".repeat(43)}&callbackUrl=x`, says: "Cannot finish login - missing gameId" },
  {
    what: "with a plain challenge",
    search: "client_id=4&state=s&redirect_uri=x&code_challenge=a&code_challenge_method=plain",
    says: values,
  },
];

for (const { what, search, says } of incomplete) {
  test(`a request ${what} cannot be finished, says why and can be started over`, async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto(`/game-login?${search}`);
    await expect(page.getByRole("alert")).toContainText(`Error: ${says}`);
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  });
}

test("a manager of two schools with the game is asked which one, and then plays", async ({ page, request }) => {
  await beLoggedIn(page, people.manager);
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4 });
  await page.goto(loginUrl);
  await expect(page.getByRole("heading", { level: 1, name: "Which school are you playing for?" })).toBeVisible();
  await page.getByRole("button", { name: "Escola Sol" }).click();
  await expectInGame(page);
  await expectArrived(request, attempt);
});

test("a service that is away is an error that can be tried again", async ({ page, request }) => {
  await beLoggedIn(page, people.teacher);
  await page.route("**/token/game/callback?**", (route) => route.fulfill(unavailable), { times: 1 });
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4 });
  await page.goto(loginUrl);
  await expect(page.getByRole("alert")).toContainText("Error: Failed to finish login: 503");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectInGame(page);
  await expectArrived(request, attempt);
});

test("a deep link that does not lead to the requested address is never opened", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const handover = "h".repeat(43);
  for (const deeplinkUrl of ["javascript:document.title='x'", "https://evil.test/callback?code=1", `${gameUrl}/other?code=1`]) {
    await page.route("**/token/game/callback?**", (route) => route.fulfill({ json: { deeplinkUrl, kind: "WEB", handover } }), { times: 1 });
    await page.goto(gameLogin({}));
    await expect(page.getByRole("alert")).toContainText("Error: Failed to finish login");
    await expect(page).toHaveURL(/\/game-redirect/);
  }
});
