/** While an operator maintains the portal, logins and changes wait, and running games go on (docs/decisions/0061). */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setDisplayName } from "@storyport/contract/accounts";
import { waitsForMaintenance } from "@storyport/contract/endpoint";
import { startLogins, finishLogins } from "@storyport/contract/federated-login";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { listPlayersOfUser } from "@storyport/contract/players";
import { narrowScope } from "@storyport/contract/tokens";
import { searchUsers } from "@storyport/contract/users";
import { switchOff, switchOn } from "#/admin/maintenance.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";
import { askHandOver, handOver, postToken, readTokens, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";
import { createMaintenanceSwitch } from "./maintenance.ts";

const secretKey = randomBytes(32).toString("base64");
let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ SECRET_KEY: secretKey });
});
afterEach(() => open());
afterAll(() => portal.close());

const body = (email: string) => ({ email, password: aPassword, deviceName: "a test" });
const tryLogin = async (email: string, browser = portal.browser()): Promise<Answer> =>
  browser.call(logInWithPassword, { body: body(email) });

/** A portal reads the switch again after two seconds; a busy machine needs longer. */
const patient = { timeout: 20_000 };

/** Waits until the portal has read the switch. */
async function close(minutes: number): Promise<void> {
  await switchOn(portal.context.database, minutes);
  await expect.poll(async () => (await tryLogin("nobody@school.example")).status, patient).toBe(503);
}

async function open(): Promise<void> {
  await switchOff(portal.context.database);
  await expect.poll(async () => (await tryLogin("nobody@school.example")).status, patient).not.toBe(503);
}

function expectClosed({ status, body: refusal, headers, text }: Answer, minutes: number): void {
  expect(status, text).toBe(503);
  expect(refusal).toMatchObject({ code: "errors.maintenance", requestId: expect.any(String) });
  expect(Number(headers["retry-after"])).toBeGreaterThan(minutes * 60 - 60);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(minutes * 60);
}

test("logins and changes are refused with errors.maintenance and the time to its end; reading and logging out go on", async () => {
  const { account, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await close(30);
  expectClosed(await tryLogin(account.email), 30);
  expectClosed(await browser.call(setDisplayName, { body: { displayName: "Another Name" } }), 30);
  expectClosed(await askHandOver(browser, game), 30);
  expect((await browser.call(validateAuth)).status).toBe(200);
  expect((await portal.browser().send({ method: "GET", url: "/.well-known/jwks.json" })).status).toBe(200);
  expect((await browser.call(logOut)).status).toBe(200);
  await open();
  expect((await tryLogin(account.email)).status).toBe(200);
});

test("running games go on: a code is redeemed, tokens are refreshed and narrowed", async () => {
  const { account, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const tokens = await tokensFor(portal, browser, { game });
  const handed = await handOver(browser, game);
  await close(5);
  expect((await postToken(portal, redemptionOf(handed))).status).toBe(200);
  const refreshed = await refresh(portal, tokens);
  expect(refreshed.status, refreshed.text).toBe(200);
  const { accessToken } = readTokens(refreshed, tokens.clientId);
  expect((await browser.call(narrowScope, { body: { scope: "PLAYER", accessToken } })).status).toBe(200);
});

test("a second portal on the same database closes and opens too, within seconds and without a restart", async () => {
  const { account } = await aTeacher(portal);
  const second = await buildTestPortal({ SECRET_KEY: secretKey }, { store: { ...portal.store, close: async () => undefined } });
  const statusThere = async (): Promise<number> => (await tryLogin(account.email, second.browser())).status;
  expect(await statusThere()).toBe(200);
  await switchOn(portal.context.database, 5);
  await expect.poll(statusThere, patient).toBe(503);
  await switchOff(portal.context.database);
  await expect.poll(statusThere, patient).toBe(200);
  await second.close();
});

test("it stays on after its announced end, and says a minute then", async () => {
  await close(30);
  await portal.clock.travel(3600);
  await expect.poll(async () => Number((await tryLogin("nobody@school.example")).headers["retry-after"]), patient).toBe(60);
});

test("a hundred calls that wait read the switch once; reading, logouts and running games do not wait", async () => {
  let reads = 0;
  const database = portal.context.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads += 1;
      return result;
    },
  });
  const maintenance = createMaintenanceSwitch(database);
  await Promise.all(Array.from({ length: 100 }, () => maintenance.requireOpen()));
  expect(reads).toBe(1);
  const goesOn = [validateAuth, searchUsers, listPlayersOfUser, logOut, narrowScope];
  for (const endpoint of goesOn) expect(waitsForMaintenance(endpoint), endpoint.name).toBe(false);
  const ways = [logInWithPassword, setDisplayName, startLogins.FEIDE, finishLogins.FEIDE];
  for (const endpoint of ways) expect(waitsForMaintenance(endpoint), endpoint.name).toBe(true);
});

test("fifty operators who switch it on and off at once leave it off, with an event for each change", async () => {
  const { database } = portal.context;
  const eventsOf = async (event: string): Promise<number> =>
    (await database.selectFrom("audit_events").select("id").where("event", "=", event).execute()).length;
  const before = { began: await eventsOf("maintenance_began"), ended: await eventsOf("maintenance_ended") };
  const sentences = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => (turn % 2 === 0 ? switchOn(database, 5) : switchOff(database))),
  );
  sentences.push(await switchOff(database));
  expect(await database.selectFrom("maintenance").selectAll().execute()).toEqual([]);
  const ends = sentences.filter((sentence) => sentence.startsWith("Maintenance is off. Within"));
  expect(sentences.filter((sentence) => sentence.startsWith("Maintenance is on."))).toHaveLength(25);
  expect(await eventsOf("maintenance_began")).toBe(before.began + 25);
  expect(await eventsOf("maintenance_ended")).toBe(before.ended + ends.length);
});
