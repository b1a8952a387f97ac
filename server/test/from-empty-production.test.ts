/** A new installation by the README: every step uses the real program and calls. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createGame } from "@storyport/contract/games";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { createOrganization } from "@storyport/contract/organizations";
import { setPassword } from "@storyport/contract/passwords";
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { issueBadges } from "@storyport/contract/qr-login";
import { createUser } from "@storyport/contract/users";
import { setUpFactor } from "./authenticator.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import type { Answer, Browser } from "./browser.ts";
import { tokenInLetterTo } from "./mailed-links.ts";
import { tokensFor } from "./oauth-client.ts";
import { scan } from "./school-class.ts";

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://login.school.example",
  SECRET_KEY: randomBytes(32).toString("base64"),
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "no-reply@school.example",
  SUPPORT_EMAIL: "support@school.example",
  DASHBOARD_URL: "https://dashboard.school.example",
  DASHBOARD_CLIENT_SECRET: "a-secret-of-this-test",
};
const password = "Harbour-Lantern-9";
const callback = "https://nb.game.example/callback";

test("from an empty production database to a child who plays", async () => {
  const portal = await buildTestPortal({ ...production, DATABASE_URL: "postgres://not-used@127.0.0.1/not-used" });
  try {
    const admin = await theFirstAdministrator(portal);
    const game = { gameKey: "leseland-nb", description: "Norwegian", locale: "nb", loginTypes: ["PASSWORD", "QRCODE"] };
    const callbacks = [{ url: callback, kind: "WEB" }];
    const { gameId } = createGame.response.parse((await done(admin.call(createGame, { body: { ...game, callbacks } }))).body);
    const school = { key: "Fjordskolen", description: "A school", gameIds: [gameId] };
    const { id: organizationId } = createOrganization.response.parse((await done(admin.call(createOrganization, { body: school }))).body);
    const teacher = await aTeacherOf(portal, admin, organizationId);
    const group = await done(teacher.call(createPlayerGroup, { body: { name: "2A", organizationId } }));
    const { id: groupId } = createPlayerGroup.response.parse(group.body);
    await done(teacher.call(createStudent, { body: { studentName: "Nora", groupId } }));
    const badges = await done(teacher.call(issueBadges, { params: { playerGroupId: groupId }, body: {} }));
    const { qrCodeUrl = "" } = issueBadges.response.parse(badges.body)[0] ?? {};
    expect(qrCodeUrl).toMatch(/^https:\/\/login\.school\.example\/login\/qr\?code=/);

    const tablet = portal.browser();
    expect(await scan(tablet, new URL(qrCodeUrl).searchParams.get("code") ?? "")).toMatchObject({
      status: 200,
      body: { displayName: "Nora" },
    });
    const { claims } = await tokensFor(portal, tablet, { game: { id: gameId }, query: { deeplink: callback } });
    expect(claims).toMatchObject({ aud: "leseland-nb", iss: "https://login.school.example", orgId: organizationId, gameIds: [gameId] });
    expect(claims.playerIds).toHaveLength(1);
    expect((await tablet.call(validateAuth)).status).toBe(401);
  } finally {
    await portal.close();
  }
}, 180_000);

/** Created by `npm run admin`; uses its link, and enrols the second factor that production demands. */
async function theFirstAdministrator(portal: TestPortal): Promise<Browser> {
  const program = fileURLToPath(new URL("../run.mjs", import.meta.url));
  const email = "ada@school.example";
  const env = { PATH: process.env["PATH"] ?? "", ...production, DATABASE_URL: portal.store.url ?? "" };
  const { stdout } = await promisify(execFile)(process.execPath, [program, "admin", "create", email], { env });
  const token = /set-password\?code=([\w-]{43})/.exec(stdout)?.[1] ?? "";
  const browser = await chooseAndLogIn(portal, email, token);
  expect((await browser.call(createOrganization, { body: { key: "Too-early", description: "Without a second factor" } })).status).toBe(401);
  await setUpFactor(portal, browser);
  return browser;
}

async function aTeacherOf(portal: TestPortal, admin: Browser, organizationId: string): Promise<Browser> {
  const email = "kari@school.example";
  await done(admin.call(createUser, { body: { email, loginType: "PASSWORD", roles: ["teacher"], organizationId } }));
  await portal.sendLetters();
  return chooseAndLogIn(portal, email, tokenInLetterTo(portal, email));
}

async function chooseAndLogIn(portal: TestPortal, email: string, token: string): Promise<Browser> {
  const browser = portal.browser();
  await done(browser.call(setPassword, { body: { email, password, token } }));
  await done(browser.call(logInWithPassword, { body: { email, password, deviceName: "a test" } }));
  return browser;
}

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  expect(status, text).toBeLessThan(300);
  return answer;
}
