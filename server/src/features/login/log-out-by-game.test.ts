/** A game logs its user out (OpenID Connect RP-Initiated Logout). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logOutByGame, validateAuth } from "@storyport/contract/login";
import { tokenAnswer } from "@storyport/contract/tokens";
import { endpointUrl } from "@storyport/contract/endpoint";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { handOver, postForm, postToken, redemptionOf } from "#test/oauth-client.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const bye = "https://tool.example/bye";

async function aStaffTool() {
  const teacher = await aTeacher(portal, { game: { subjectType: "public", postLogoutUrls: [bye] } });
  const browser = await logIn(portal.browser(), teacher.account);
  const answer = await postToken(portal, redemptionOf(await handOver(browser, teacher.game, { openidScope: "openid" })));
  const { id_token: hint, refresh_token: refreshToken } = tokenAnswer.parse(answer.body);
  return { ...teacher, browser, hint, refreshToken };
}

/** A navigation from the game's page. */
async function leave(browser: Browser, query: Record<string, unknown>): Promise<string> {
  const answer = await browser.call(logOutByGame, { query, headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" } });
  expect(answer.status).toBe(303);
  return String(answer.headers.location);
}

const isLoggedIn = async (browser: Browser) => (await browser.call(validateAuth)).status === 200;

const refreshes = async ({ game, refreshToken }: Awaited<ReturnType<typeof aStaffTool>>) => {
  const form = { grant_type: "refresh_token", client_id: String(game.id), refresh_token: refreshToken };
  return (await postToken(portal, form)).status === 200;
};

test("an ID token of the user ends the portal's session and the game's login, and leads back with the state", async () => {
  const tool = await aStaffTool();
  const query = { id_token_hint: tool.hint, post_logout_redirect_uri: bye, state: "s1", client_id: String(tool.game.id) };
  expect(await leave(tool.browser, query)).toBe(`${bye}?state=s1`);
  expect(tool.browser.cookies.has("session")).toBe(false);
  expect(await isLoggedIn(tool.browser)).toBe(false);
  expect(await refreshes(tool)).toBe(false);
});

test("the end of the game's login is an event of the school", async () => {
  const tool = await aStaffTool();
  await leave(tool.browser, { id_token_hint: tool.hint });
  const revoked = (await eventsAbout(portal, tool.account.id)).filter(({ event }) => event === "token_revoked");
  expect(revoked).toMatchObject([{ organization_id: tool.organization.id, details: { client: String(tool.game.id) } }]);
});

test("an ID token that has expired still proves the user", async () => {
  const tool = await aStaffTool();
  await portal.clock.travel(3600);
  expect(await leave(tool.browser, { id_token_hint: tool.hint, post_logout_redirect_uri: bye })).toBe(bye);
  expect(await isLoggedIn(tool.browser)).toBe(false);
});

test.each([undefined, "https://evil.example/", `${bye}/`, `${bye}?x=1`])(
  "it never leads to the unregistered address %s",
  async (wanted) => {
    const tool = await aStaffTool();
    const query = { id_token_hint: tool.hint, ...(wanted !== undefined && { post_logout_redirect_uri: wanted }) };
    expect(await leave(tool.browser, query)).toBe("/");
    expect(await isLoggedIn(tool.browser)).toBe(false);
  },
);

test("without a valid proof the portal's page asks, and nothing ends", async () => {
  const tool = await aStaffTool();
  const [header, payload, signature = ""] = (tool.hint ?? "").split(".");
  const forged = [header, payload, signature.split("").toReversed().join("")].join(".");
  const proofs: (string | undefined)[] = [undefined, "", "x", "a.b.c", forged];
  for (const proof of proofs) {
    const query = { post_logout_redirect_uri: bye, ...(proof !== undefined && { id_token_hint: proof }) };
    expect(await leave(tool.browser, query)).toBe("/logout");
  }
  expect(await leave(tool.browser, { id_token_hint: tool.hint, client_id: "1" })).toBe("/logout");
  expect(await isLoggedIn(tool.browser)).toBe(true);
  expect(await refreshes(tool)).toBe(true);
});

test("a posted request leads to the same address, where the browser sends its cookies (RP-Initiated Logout, section 2)", async () => {
  const tool = await aStaffTool();
  const fields = { id_token_hint: tool.hint ?? "", post_logout_redirect_uri: bye, state: "s 1" };
  const posted = await postForm(portal, endpointUrl(logOutByGame), { form: fields, headers: { "sec-fetch-site": "cross-site" } });
  expect(posted.status).toBe(303);
  const address = new URL(String(posted.headers.location), publicUrl);
  expect(address.pathname).toBe(endpointUrl(logOutByGame));
  expect(await isLoggedIn(tool.browser)).toBe(true);
  expect(await leave(tool.browser, Object.fromEntries(address.searchParams))).toBe(`${bye}?state=s+1`);
  expect(await isLoggedIn(tool.browser)).toBe(false);
});

test("unknown parameters are ignored, and a repeated one ends nothing", async () => {
  const tool = await aStaffTool();
  const twice = `${endpointUrl(logOutByGame)}?${new URLSearchParams([
    ["id_token_hint", tool.hint ?? ""],
    ["post_logout_redirect_uri", bye],
    ["post_logout_redirect_uri", "https://evil.example/"],
  ])}`;
  expect((await tool.browser.send({ method: "GET", url: twice })).status).toBe(400);
  expect(await isLoggedIn(tool.browser)).toBe(true);
  const query = { id_token_hint: tool.hint, post_logout_redirect_uri: bye, ui_locales: "nb", other: "x" };
  expect(await leave(tool.browser, query)).toBe(bye);
});

test("a browser with a request that is too long gets a page, and a program gets JSON", async () => {
  const tool = await aStaffTool();
  const query = { id_token_hint: tool.hint, state: "x".repeat(10_000) };
  expect(await leave(tool.browser, query)).toBe("/login?error=errors.invalidInput");
  expect(await tool.browser.call(logOutByGame, { query })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  expect(await isLoggedIn(tool.browser)).toBe(true);
});

test("another user of this browser is asked, and stays logged in", async () => {
  const [tool, other] = [await aStaffTool(), await aStaffTool()];
  expect(await leave(other.browser, { id_token_hint: tool.hint, post_logout_redirect_uri: bye })).toBe("/logout");
  expect(await isLoggedIn(other.browser)).toBe(true);
  expect(await refreshes(tool)).toBe(true);
});

test("without a session the game's login ends nevertheless", async () => {
  const tool = await aStaffTool();
  expect(await leave(portal.browser(), { id_token_hint: tool.hint, post_logout_redirect_uri: bye })).toBe(bye);
  expect(await refreshes(tool)).toBe(false);
});
