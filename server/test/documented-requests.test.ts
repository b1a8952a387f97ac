/** The requests that the documents show to builders are taken as they stand, but for the code and the refresh token. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { readGameRequest } from "@storyport/contract/game-request";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { aTeacher, logIn } from "./builders.ts";
import { handOver, postForm } from "./oauth-client.ts";

interface Shown {
  authorization: string | undefined;
  body: string;
}

/** The blocks of HTTP in a document: requests of the token endpoint, and the answers to them. */
function shownIn(page: string): { addresses: string[]; requests: Shown[]; answers: Shown[] } {
  const text = readFileSync(new URL(`../../docs/flows/${page}.md`, import.meta.url), "utf8").replaceAll(/^ {3}/gm, "");
  const blocks = [...text.matchAll(/^```(?:http)?\n([^`]+)\n```$/gm)].map(([, block = ""]) => block);
  const http = (start: string): Shown[] => blocks.filter((block) => block.startsWith(start)).map(readHttp);
  const addresses = blocks.filter((block) => block.startsWith("https://")).map((block) => block.replaceAll(/\s+/g, ""));
  return { addresses, requests: http("POST /api/auth/token HTTP/1.1\n"), answers: http("HTTP/1.1 200 OK\n") };
}

function readHttp(block: string): Shown {
  const [head = "", body = ""] = block.split("\n\n", 2);
  return { authorization: /^Authorization: (.+)$/m.exec(head)?.[1], body };
}

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ DASHBOARD_URL: "https://dashboard.example", DASHBOARD_CLIENT_SECRET: "dashboard-demo-secret" });
});
afterAll(() => portal.close());

async function send({ authorization, body }: Shown, live: Record<string, string>) {
  const form = new URLSearchParams(body);
  for (const [name, value] of Object.entries(live)) if (form.has(name)) form.set(name, value);
  return postForm(portal, "/api/auth/token", { form, headers: authorization === undefined ? {} : { authorization } });
}

const membersOf = (answer: unknown): string[] => Object.keys(Object(answer));

describe("the page of the game login", () => {
  const { addresses, requests, answers } = shownIn("game-login");

  test("both spellings of the authorization request say the same", () => {
    const [oauth, own] = addresses.map((address) => readGameRequest(Object.fromEntries(new URL(address).searchParams)));
    expect(own).toEqual(oauth);
    expect(membersOf(own).toSorted()).toEqual(["callbackUrl", "clientCode", "gameId", "scope", "state"]);
  });

  test("its requests log in, redeem the code and refresh, with the answer that it shows", async () => {
    const [address = "", , returned = ""] = addresses;
    const { gameId, callbackUrl, ...asked } = readGameRequest(Object.fromEntries(new URL(address).searchParams));
    const callback = { url: String(callbackUrl), kind: "WEB" as const };
    const { account, game } = await aTeacher(portal, { game: { id: Number(gameId), callbacks: [callback] } });
    const browser = await logIn(portal.browser(), account);
    const { code, deeplinkUrl } = await handOver(browser, game, { ...asked, deeplink: callbackUrl });
    expect([...deeplinkUrl.searchParams.keys()]).toEqual([...new URL(returned).searchParams.keys()]);
    const [redemption, refresh, ...others] = requests;
    const [answer] = answers.map(({ body }) => JSON.parse(body) as object);
    if (redemption === undefined || refresh === undefined) throw new Error("The page has no requests.");
    expect(others).toEqual([]);
    const redeemed = await send(redemption, { code });
    expect([redeemed.status, membersOf(redeemed.body)]).toEqual([200, membersOf(answer)]);
    expect(redeemed.body).toMatchObject({ token_type: "Bearer", expires_in: 600, scope: "PLAYERGROUP" });
    const { refresh_token: token } = redeemed.body as { refresh_token: string };
    const refreshed = await send(refresh, { refresh_token: token });
    expect([refreshed.status, membersOf(refreshed.body)]).toEqual([200, membersOf(answer)]);
  });
});

describe("the page of the dashboard login", () => {
  const { requests, answers } = shownIn("dashboard-login");

  test.each([
    ["in the header", 0],
    ["in the form", 1],
  ])("its request with the secret %s redeems the code, with the answer that it shows", async (_, index) => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const query = { gameId: game.key, orgId: organization.id, state: "s", confirmed: "true" as const };
    const { headers } = await browser.call(openDashboard, { query });
    const code = new URL(String(headers.location)).searchParams.get("code") ?? "";
    const request = requests[index];
    if (request === undefined) throw new Error("The page has no such request.");
    const { status, body } = await send(request, { code });
    expect([status, membersOf(body)]).toEqual([200, membersOf(JSON.parse(answers[0]?.body ?? "{}"))]);
    expect(body).toMatchObject({ scope: "USERGROUP", expires_in: 600 });
  });
});
