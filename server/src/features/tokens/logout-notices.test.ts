/** A login that ends reaches its game at once (OpenID Connect Back-Channel Logout). */
import { randomUUID } from "node:crypto";
import * as jose from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { logOut } from "@storyport/contract/login";
import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import { deactivateUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, anAdministrator, logIn } from "#test/builders.ts";
import { aLesson, playBy, ring } from "#test/lessons.ts";
import { postToken, refresh, tokensFor } from "#test/oauth-client.ts";
import { createLogoutWorld, serve } from "#test/logout-notices.ts";
import type { Listening } from "#test/logout-notices.ts";
import { sendLogoutNotices, sendNoticesAtOnce } from "./send-logout-notices.ts";

let portal: TestPortal;
let dashboard: Listening;
beforeAll(async () => {
  dashboard = await listen();
  portal = await buildTestPortal({ DASHBOARD_LOGOUT_URL: dashboard.url });
});
afterAll(() => portal.close());
beforeEach(() => void (dashboard.heard.length = 0));
afterEach(() => portal.context.database.deleteFrom("logout_notices").execute());

const { listen, aStaffTool, send, waiting } = createLogoutWorld(() => portal);

describe("a game hears at once", () => {
  test("of a logout in the portal, by the sid of its tokens, which no longer refresh", async () => {
    const tool = await aStaffTool();
    await tool.browser.call(logOut);
    await send();
    expect(tool.heard).toMatchObject([{ aud: String(tool.game.id), sid: tool.tokens.claims.sid }]);
    expect(JSON.stringify(tool.heard)).not.toContain(tool.account.id);
    expect((await refresh(portal, tool.tokens)).body).toMatchObject({ error: "invalid_grant" });
    expect(await waiting()).toEqual([]);
  });

  test("of a portal session that its owner ends from another browser", async () => {
    const tool = await aStaffTool();
    const other = await logIn(portal.browser(), tool.account);
    const sessions = listOwnSessions.response.parse((await other.call(listOwnSessions)).body);
    const opener = sessions.find(({ kind, isCurrent }) => kind === "PORTAL" && !isCurrent);
    expect((await other.call(endOwnSession, { params: { sessionId: opener?.id ?? "" } })).status).toBeLessThan(300);
    await send();
    expect(tool.heard).toMatchObject([{ sid: tool.tokens.claims.sid }]);
    expect((await refresh(portal, tool.tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("of a session that a new login in the same browser replaces", async () => {
    const tool = await aStaffTool();
    await logIn(tool.browser, (await aTeacher(portal)).account);
    await send();
    expect(tool.heard).toMatchObject([{ sid: tool.tokens.claims.sid }]);
    expect((await refresh(portal, tool.tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("not of a logout of another browser", async () => {
    const tool = await aStaffTool();
    const other = await logIn(portal.browser(), tool.account);
    expect((await other.call(logOut)).status).toBe(200);
    await send();
    expect(tool.heard).toEqual([]);
    expect((await refresh(portal, tool.tokens)).status).toBe(200);
  });

  test("of a deactivation, and of the end of all other sessions", async () => {
    const [deactivated, ended] = [await aStaffTool(), await aStaffTool()];
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const answer = await admin.call(deactivateUser, { params: { userId: deactivated.account.id }, body: {} });
    expect(answer.status).toBeLessThan(300);
    expect((await ended.browser.call(endOtherSessions, { body: {} })).status).toBe(200);
    await send();
    expect(deactivated.heard).toMatchObject([{ sid: deactivated.tokens.claims.sid }]);
    expect(ended.heard).toMatchObject([{ sid: ended.tokens.claims.sid }]);
  });

  test("of an account whose rows are deleted", async () => {
    const tool = await aStaffTool();
    await portal.context.database.deleteFrom("accounts").where("id", "=", tool.account.id).execute();
    await send();
    expect(tool.heard).toMatchObject([{ sid: tool.tokens.claims.sid }]);
  });

  test("of the bell, as the children's game and as the teacher's dashboard", async () => {
    const school = await aLesson(portal, { students: ["Nora"] });
    const game = await listen();
    const client = { subject_type: "public", backchannel_logout_url: game.url } as const;
    await portal.context.database.updateTable("games").set(client).where("id", "=", school.game.id).execute();
    const child = await playBy(portal, school, school.badge("Nora"));
    const query = { gameId: school.game.key, orgId: school.organization.id, state: "d", confirmed: "true" };
    const opened = await school.desk.call(openDashboard, { query });
    const code = new URL(String(opened.headers.location)).searchParams.get("code") ?? "";
    const { dashboard: settings } = portal.context.settings;
    const redirectUri = `${settings.url}/callback`;
    const form = {
      grant_type: "authorization_code",
      client_id: "dashboard",
      client_secret: settings.clientSecret,
      code,
      redirect_uri: redirectUri,
    };
    const redeemed = await postToken(portal, form);
    expect(redeemed.status).toBe(200);
    const { sid } = jose.decodeJwt((redeemed.body as { access_token: string }).access_token);
    await ring(school.desk, school.lesson);
    await send();
    expect(game.heard).toMatchObject([{ aud: String(school.game.id), sid: child.claims.sid }]);
    expect(dashboard.heard).toMatchObject([{ aud: "dashboard", sid }]);
  });

  test("without waiting for the job, because the database tells the portal", async () => {
    const heard = Promise.withResolvers<void>();
    const url = await serve((_request, answer) => {
      answer.end();
      heard.resolve();
    });
    const tool = await aStaffTool(url);
    const stop = await sendNoticesAtOnce(portal.context);
    onTestFinished(stop);
    await tool.browser.call(logOut);
    await expect(heard.promise).resolves.toBeUndefined();
  });
});

test("the dashboard may be private, because the operator names it, and a game may not", async () => {
  const tool = await aStaffTool(dashboard.url);
  const notice = { client_id: "dashboard", game_id: tool.game.id, family_id: randomUUID() };
  await portal.context.database.insertInto("logout_notices").values(notice).execute();
  await tool.browser.call(logOut);
  // In the demo world a game may be on this machine.
  await sendLogoutNotices({ ...portal.context, settings: { ...portal.context.settings, isDemo: false, isProduction: true } });
  expect(dashboard.heard).toMatchObject([{ aud: "dashboard", sid: notice.family_id }]);
  expect(await waiting()).toMatchObject([{ client_id: String(tool.game.id), attempts: 1 }]);
});

describe("a notice", () => {
  test("is not written if the transaction of its cause fails, nor for games without an address", async () => {
    const tool = await aStaffTool();
    const { database } = portal.context;
    const failing = database.transaction().execute(async (transaction) => {
      await transaction.updateTable("token_families").set({ revoked_at: new Date(), revoked_because: "LOGOUT" }).execute();
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await waiting()).toEqual([]);
    const teacher = await aTeacher(portal);
    const browser = await logIn(portal.browser(), teacher.account);
    await tokensFor(portal, browser, teacher);
    expect((await browser.call(endOtherSessions, { body: {} })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(tool.heard).toEqual([]);
  });

  test("is sent once by fifty senders", async () => {
    const tool = await aStaffTool();
    await tool.browser.call(logOut);
    await Promise.all(Array.from({ length: 50 }, send));
    expect(tool.heard).toHaveLength(1);
  });

  test("is dropped if its game no longer wants to hear", async () => {
    const tool = await aStaffTool();
    await tool.browser.call(logOut);
    expect(await waiting()).toHaveLength(1);
    await portal.context.database.updateTable("games").set({ backchannel_logout_url: null }).where("id", "=", tool.game.id).execute();
    await send();
    expect(await waiting()).toEqual([]);
    expect(tool.heard).toEqual([]);
  });
});
