/** The stand-in game hears that a login has ended: a real program, told over HTTP (OpenID Connect Back-Channel Logout). */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { finishGameLogin } from "@storyport/contract/game-login";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import { logOut } from "@storyport/contract/login";
import { deactivateUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount, anAdministrator, anOrganization, aSession, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { freePort } from "#test/free-port.ts";
import { aLesson, ring } from "#test/lessons.ts";
import { askHandOver } from "#test/oauth-client.ts";
import { scan } from "#test/school-class.ts";
import { startStandInGame } from "#test/stand-in-game.ts";
import type { StandInGame } from "#test/stand-in-game.ts";
import { sendNoticesAtOnce } from "./send-logout-notices.ts";

/** The edition that the stand-in plays. */
const english = { id: 4, key: "storyport-en" };

let portal: TestPortal;
let game: StandInGame;
beforeAll(async () => {
  const port = await freePort();
  const portalUrl = `http://localhost:${port}`;
  portal = await buildTestPortal({ PUBLIC_URL: portalUrl });
  await portal.app.listen({ host: "127.0.0.1", port });
  game = await startStandInGame(portalUrl);
  const { database } = portal.context;
  await database
    .insertInto("games")
    .values({
      ...english,
      description: "English",
      login_types: ["PASSWORD", "QRCODE"],
      required_permissions: [],
      subject_type: "public",
      backchannel_logout_url: `${game.url}/logged-out`,
    })
    .execute();
  await database
    .insertInto("game_callbacks")
    .values({ game_id: english.id, url: `${game.url}/callback`, kind: "WEB" })
    .execute();
});
afterAll(async () => {
  await game.close();
  await portal.close();
});

/** Plays in the browser of a person who is logged in to the portal, and returns the address of the game's page. */
async function play(browser: Browser): Promise<string> {
  const begun = await fetch(`${game.url}/attempts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ gameId: english.id }),
  });
  const { attempt, loginUrl } = (await begun.json()) as { attempt: string; loginUrl: string };
  const { state, clientCode, callbackUrl: deeplink, scope } = readGameRequest(Object.fromEntries(new URL(loginUrl).searchParams));
  const handedOver = await askHandOver(browser, english, { query: { state, clientCode, deeplink, ...readScope(scope) } });
  const { deeplinkUrl } = finishGameLogin.response.parse(handedOver.body);
  const cookie = begun.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  expect((await fetch(deeplinkUrl, { redirect: "manual", headers: { cookie: cookie.join("; ") } })).status).toBe(303);
  const page = `${game.url}/waiting/${attempt}`;
  expect(await seenAt(page)).toContain("You are in the game");
  return page;
}

const seenAt = async (page: string): Promise<string> => (await fetch(page)).text();

async function expectLoggedOut(page: string): Promise<void> {
  await vi.waitFor(async () => expect(await seenAt(page)).toContain("You have been logged out"), { timeout: 10_000 });
}

/** A teacher of a school that has the game. */
async function aPlayer() {
  const organization = await anOrganization(portal, { games: [english] });
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const browser = await logIn(portal.browser(), account);
  return { account, browser, page: await play(browser) };
}

async function tellAtOnce(): Promise<void> {
  onTestFinished(await sendNoticesAtOnce(portal.context));
}

describe("the stand-in game says that the user is logged out", () => {
  test("after the bell, for every child of the lesson, and for no other player", async () => {
    await tellAtOnce();
    const other = await aPlayer();
    const school = await aLesson(portal, { students: ["Nora", "Emil"] });
    const place = { organization_id: school.organization.id, game_id: english.id };
    await portal.context.database.insertInto("organization_games").values(place).execute();
    const pages: string[] = [];
    for (const name of ["Nora", "Emil"]) {
      const tablet = portal.browser();
      expect((await scan(tablet, school.badge(name))).status).toBe(200);
      pages.push(await play(tablet));
    }
    await ring(school.desk, school.lesson);
    for (const page of pages) await expectLoggedOut(page);
    expect(await seenAt(other.page)).toContain("You are in the game");
  });

  test("after a deactivation", async () => {
    await tellAtOnce();
    const { account, page } = await aPlayer();
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    expect((await admin.call(deactivateUser, { params: { userId: account.id }, body: {} })).status).toBeLessThan(300);
    await expectLoggedOut(page);
  });

  test("after a logout in the portal", async () => {
    await tellAtOnce();
    const { browser, page } = await aPlayer();
    await browser.call(logOut);
    await expectLoggedOut(page);
  });
});
