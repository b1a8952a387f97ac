/**
 * Listing and ending the caller's own sessions, as after the loss of a phone. A foreign handle is answered like an unknown one (DESIGN
 * 8.2).
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { endOtherSessions, endOwnSession, listOwnSessions, ownSession } from "@storyport/contract/sessions";
import type { OwnSession } from "@storyport/contract/sessions";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endAllOtherSessions } from "#/features/sessions/end-session.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";

const dashboardSecret = "a-secret-for-tests";
let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ DASHBOARD_CLIENT_SECRET: dashboardSecret });
});
afterAll(() => portal.close());

async function list(browser: Browser): Promise<OwnSession[]> {
  const { status, body } = await browser.call(listOwnSessions);
  expect(status).toBe(200);
  return z.array(z.strictObject(ownSession.shape)).parse(body);
}

const end = (browser: Browser, sessionId: string) => browser.call(endOwnSession, { params: { sessionId } });

const notFound = { status: 404, body: { code: "errors.notFound" } };

async function isLoggedIn(browser: Browser): Promise<boolean> {
  return (await browser.call(validateAuth)).status === 200;
}

async function aPerson() {
  const teacher = await aTeacher(portal);
  return { ...teacher, browser: await logIn(portal.browser(), teacher.account) };
}

async function eventsOf({ id }: { id: string }) {
  const { database } = portal.context;
  return database.selectFrom("audit_events").select(["event", "details"]).where("target_id", "=", id).execute();
}

describe("the list", () => {
  test("holds browsers and games, this browser first, then what was used last", async () => {
    const { account, game, browser } = await aPerson();
    await portal.clock.travel(120);
    await tokensFor(portal, browser, { game });
    await portal.clock.travel(60);
    const other = await logIn(portal.browser(), account);
    await portal.clock.travel(60);
    const sessions = await list(browser);
    expect(sessions.map(({ kind, name, isCurrent }) => ({ kind, name, isCurrent }))).toEqual([
      { kind: "PORTAL", name: "a test", isCurrent: true },
      { kind: "PORTAL", name: "a test", isCurrent: false },
      { kind: "GAME", name: `Game ${game.id}`, isCurrent: false },
    ]);
    for (const { startedAt, lastSeenAt, expiresAt, loginType } of sessions) {
      expect(startedAt <= lastSeenAt && lastSeenAt < expiresAt).toBe(true);
      expect(loginType).toBe("PASSWORD");
    }
    expect((await list(other)).find(({ isCurrent }) => isCurrent)?.id).toBe(sessions[1]?.id);
  });

  test("contains no secret, and no handle is a digest", async () => {
    const { account, game, browser } = await aPerson();
    const { refreshToken, accessToken } = await tokensFor(portal, browser, { game });
    const { text } = await browser.call(listOwnSessions);
    const secret = browser.cookies.get("session") ?? "";
    const digest = createHash("sha256").update(secret).digest("hex").slice(0, 32);
    const { id } = await portal.context.database
      .selectFrom("token_families")
      .select("id")
      .where("account_id", "=", account.id)
      .executeTakeFirstOrThrow();
    for (const hidden of [secret, digest, refreshToken, accessToken, id, id.replaceAll("-", "")]) expect(text).not.toContain(hidden);
  });

  test("shows the dashboard by its name, in the caller's language", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const { headers } = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id, confirmed: "true" } });
    const { searchParams, origin } = new URL(String(headers.location));
    const form = { client_id: "dashboard", client_secret: dashboardSecret, redirect_uri: `${origin}/callback` };
    const code = searchParams.get("code") ?? "";
    expect((await postToken(portal, { grant_type: "authorization_code", code, ...form })).status).toBe(200);
    expect((await list(browser)).map(({ kind, name }) => `${kind} ${name}`)).toEqual(["PORTAL a test", "GAME Dashboard"]);
  });

  test("omits other accounts' sessions and half sessions", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    await tokensFor(portal, other.browser, { game: other.game });
    expect(await list(one.browser)).toHaveLength(1);
    const { database } = portal.context;
    for (const stage of ["SECOND_FACTOR", "ENROLMENT"] as const) {
      await logIn(portal.browser(), one.account);
      await database.updateTable("sessions").set({ stage }).where("account_id", "=", one.account.id).where("stage", "=", "FULL").execute();
      const full = await logIn(portal.browser(), one.account);
      expect(await list(full)).toHaveLength(1);
    }
  });

  test("shows a browser's name on one line without control characters", async () => {
    const { account, browser } = await aPerson();
    const body = { email: account.email, password: aPassword, deviceName: "Safari\r\n\u202eon\u2066 iPad\u2028" };
    expect((await portal.browser().call(logInWithPassword, { body })).status).toBe(200);
    expect((await list(browser)).map(({ name }) => name)).toEqual(["a test", "Safari on iPad"]);
  });

  test("omits a game with expired tokens, and a browser that was idle too long", async () => {
    const { account, game, browser } = await aPerson();
    await tokensFor(portal, browser, { game });
    await logIn(portal.browser(), account);
    await portal.clock.travel(400 * 24 * 3600);
    const later = await logIn(portal.browser(), account);
    expect(await list(later)).toHaveLength(1);
  });
});

describe("ending a session", () => {
  test("of a browser ends it at once; a repeated call is refused: errors.notFound, and one event is recorded", async () => {
    const { account, browser } = await aPerson();
    const other = await logIn(portal.browser(), account);
    const target = (await list(browser)).find(({ isCurrent }) => !isCurrent)?.id ?? "";
    expect(await end(browser, target)).toMatchObject({ status: 204, text: "" });
    expect(await end(browser, target)).toMatchObject(notFound);
    expect(await isLoggedIn(other)).toBe(false);
    expect(await isLoggedIn(browser)).toBe(true);
    expect((await eventsOf(account)).filter(({ event }) => event === "session_ended")).toEqual([
      { event: "session_ended", details: { kind: "PORTAL" } },
    ]);
  });

  test("of a game ends its tokens", async () => {
    const { account, game, browser } = await aPerson();
    const tokens = await tokensFor(portal, browser, { game });
    const target = (await list(browser)).find(({ kind }) => kind === "GAME")?.id ?? "";
    expect((await end(browser, target)).status).toBe(204);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect(await list(browser)).toHaveLength(1);
    expect(await end(browser, target)).toMatchObject(notFound);
    expect(await eventsOf(account)).toContainEqual({ event: "session_ended", details: { kind: "GAME" } });
  });

  test("of this browser logs out here", async () => {
    const { browser } = await aPerson();
    const [current] = await list(browser);
    expect((await end(browser, current?.id ?? "")).status).toBe(204);
    expect(await isLoggedIn(browser)).toBe(false);
  });

  test("of another account, of either kind: errors.notFound like an unknown one, and nothing happens", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const tokens = await tokensFor(portal, other.browser, { game: other.game });
    for (const { id } of await list(other.browser)) expect(await end(one.browser, id)).toMatchObject(notFound);
    expect(await end(one.browser, "0".repeat(32))).toMatchObject(notFound);
    expect(await isLoggedIn(other.browser)).toBe(true);
    expect((await refresh(portal, tokens)).status).toBe(200);
    expect((await eventsOf(other.account)).map(({ event }) => event)).not.toContain("session_ended");
    expect((await eventsOf(one.account)).map(({ event }) => event)).not.toContain("session_ended");
  });

  test.each(["0", "G".repeat(32), "0".repeat(33), "%27", "ABCDEF".repeat(5)])("refuses %j as a handle", async (sessionId) => {
    const { browser } = await aPerson();
    expect((await end(browser, sessionId)).status).toBe(400);
  });

  test("without a session is refused: errors.notLoggedIn", async () => {
    for (const endpoint of [endOwnSession, endOtherSessions, listOwnSessions]) {
      const parts = { endOwnSession: { params: { sessionId: "0".repeat(32) } }, endOtherSessions: { body: {} }, listOwnSessions: {} };
      const answer = await portal.browser().call(endpoint, parts[endpoint.name]);
      expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
    }
  });
});

describe("ending all others", () => {
  test("ends browsers, games and running hand-overs, keeps this browser, and returns how many", async () => {
    const { account, game, browser } = await aPerson();
    const others = [await logIn(portal.browser(), account), await logIn(portal.browser(), account)];
    const tokens = await tokensFor(portal, browser, { game });
    const underWay = await handOver(browser, game);
    const stranger = await aPerson();
    expect(await browser.call(endOtherSessions, { body: {} })).toMatchObject({ status: 200, body: { ended: 3 } });
    for (const other of others) expect(await isLoggedIn(other)).toBe(false);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await postToken(portal, redemptionOf(underWay))).status).toBe(400);
    expect(await isLoggedIn(browser)).toBe(true);
    expect(await isLoggedIn(stranger.browser)).toBe(true);
    expect(await browser.call(endOtherSessions, { body: {} })).toMatchObject({ body: { ended: 0 } });
    expect((await eventsOf(account)).map(({ event }) => event)).toContain("sessions_ended");
  });

  test("ends the session of a login that began before", async () => {
    const { account, browser } = await aPerson();
    const other = await logIn(portal.browser(), account);
    const login = { accountId: account.id, organizationId: null, loginType: "PASSWORD", stage: "FULL", deviceName: "a test" } as const;
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) => startSession(transaction, { ...login, isAdmin: false, formerSecret: other.cookies.get("session") }),
      call: () => browser.call(endOtherSessions, { body: {} }),
    });
    expect(answer).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await list(browser)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  test("is refused when another browser has just ended this session: errors.notLoggedIn, and that browser stays", async () => {
    const { account, browser } = await aPerson();
    const other = await logIn(portal.browser(), account);
    const kept = sessionDigest(browser.cookies.get("session") ?? "");
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) => endAllOtherSessions(transaction, account.id, kept),
      call: () => other.call(endOtherSessions, { body: {} }),
    });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
    expect(await isLoggedIn(browser)).toBe(true);
  });
});
