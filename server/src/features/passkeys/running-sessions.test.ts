/** Sessions that run when an organization begins to require passkeys (docs/decisions/0082). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { confirmByPasskey, confirmLogin, startPasskeyConfirmation } from "@storyport/contract/confirmations";
import { limits } from "@storyport/contract/limits";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { requirePasskeys } from "@storyport/contract/organizations";
import { addPasskey, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { listOwnSessions, ownSession } from "@storyport/contract/sessions";
import { getUser } from "@storyport/contract/users";
import { aPassword, aSession, aTeacher, anAccount, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { createPasskey, listPasskeysOf, logInBy, setUpPasskey, signWith } from "#test/passkey-device.ts";
import type { TestPasskey } from "#test/passkey-device.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const minute = 60;
const hour = 60 * minute;
const refused = (status: number, code: string) => ({ status, body: { code } });

async function demand(organizationId: string, isRequired = true): Promise<void> {
  const { desk } = await anAdminDesk(portal);
  expect((await desk.call(requirePasskeys, { params: { organizationId }, body: { isRequired } })).status).toBe(200);
}

async function dueOf(browser: Browser) {
  const { status, body } = await browser.call(validateAuth);
  expect(status).toBe(200);
  return validateAuth.response.parse(body).passkeyDue;
}

const isOver = async (browser: Browser) => (await browser.call(validateAuth)).status === 401;

/** Lets time pass while the browsers are in use, because an unused session would end before. */
async function useFor(seconds: number, ...browsers: Browser[]): Promise<void> {
  for (let left = seconds; left > 0; left -= 4 * hour) {
    await portal.clock.travel(Math.min(left, 4 * hour));
    for (const browser of browsers) await browser.call(validateAuth);
  }
}

const grace = limits.passkeys.graceHours * hour;

async function confirmBy(browser: Browser, passkey: TestPasskey): Promise<number> {
  const { body } = await browser.call(startPasskeyConfirmation, { body: {} });
  return (await browser.call(confirmByPasskey, { body: { credential: signWith(passkey, body) } })).status;
}

describe("a session by password", () => {
  test("says when it ends, goes on for eight hours, and then is over: the next login adds a passkey", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    expect(await dueOf(browser)).toBeUndefined();
    await demand(organization.id);
    const due = await dueOf(browser);
    const { passkeys_required_at: since } = await portal.context.database
      .selectFrom("organizations")
      .select("passkeys_required_at")
      .where("id", "=", organization.id)
      .executeTakeFirstOrThrow();
    expect(due).toEqual({ at: new Date((since?.getTime() ?? 0) + 8 * hour * 1000).toISOString(), hasPasskey: false });
    await useFor(grace - minute, browser);
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: false });
    await portal.clock.travel(2 * minute);
    expect(await browser.call(validateAuth)).toMatchObject(refused(401, "errors.notLoggedIn"));
    const body = { email: account.email, password: aPassword, deviceName: "a test" };
    expect((await portal.browser().call(logInWithPassword, { body })).body).toEqual({ secondFactor: "passkey" });
  });

  test("goes on with a passkey that the user adds after confirming the login; other sessions of the account end", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const other = await logIn(portal.browser(), account);
    await demand(organization.id);
    await portal.clock.travel(16 * minute);
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.loginTooOld"));
    expect((await browser.call(confirmLogin, { body: { password: aPassword } })).status).toBe(204);
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: false });
    await setUpPasskey(browser);
    expect(await dueOf(browser)).toBeUndefined();
    expect(await dueOf(other)).toMatchObject({ hasPasskey: true });
    await useFor(grace, browser, other);
    expect(await isOver(browser)).toBe(false);
    expect(await isOver(other)).toBe(true);
  });

  test("goes on after a confirmation by a passkey, and then is confirmed by no password alone: errors.confirmAnotherWay", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const passkey = await setUpPasskey(browser);
    await demand(organization.id);
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: true });
    expect(await confirmBy(browser, passkey)).toBe(204);
    expect(await dueOf(browser)).toBeUndefined();
    await useFor(grace, browser);
    expect(await isOver(browser)).toBe(false);
    expect(await browser.call(confirmLogin, { body: { password: aPassword } })).toMatchObject(refused(403, "errors.confirmAnotherWay"));
  });

  test("gets no further passkey by the password alone, which may be stolen: errors.passkeyNeeded; after the passkey it does", async () => {
    const { account, organization } = await aTeacher(portal);
    const owner = await logIn(portal.browser(), account);
    const passkey = await setUpPasskey(owner);
    const browser = await logIn(portal.browser(), account);
    const begun = await browser.call(startPasskeyRegistration, { body: {} });
    const { credential } = createPasskey(begun.body);
    await demand(organization.id);
    expect((await browser.call(confirmLogin, { body: { password: aPassword } })).status).toBe(204);
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.passkeyNeeded"));
    const add = () => browser.call(addPasskey, { body: { name: "A further one", credential } });
    expect(await add()).toMatchObject(refused(403, "errors.passkeyNeeded"));
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: true });
    expect(await confirmBy(browser, passkey)).toBe(204);
    expect((await add()).status).toBe(201);
    await setUpPasskey(browser);
    expect(await listPasskeysOf(browser)).toHaveLength(3);
  });

  test("of a member whose only passkey may have been copied needs another", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    await setUpPasskey(browser);
    await portal.context.database.updateTable("passkeys").set({ copied_at: new Date() }).where("account_id", "=", account.id).execute();
    await demand(organization.id);
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: false });
    await setUpPasskey(browser);
    expect(await dueOf(browser)).toBeUndefined();
  });

  test("ends by the earlier demand of two schools, and not once no school requires passkeys", async () => {
    const { organization: first } = await aTeacher(portal);
    const { organization: second } = await aTeacher(portal);
    const teaches = (organization: { id: string; key: string }) => ({ organization, roles: ["teacher"] });
    const account = await anAccount(portal, { memberships: [teaches(first), teaches(second)] });
    const browser = await logIn(portal.browser(), account);
    await demand(first.id);
    await portal.clock.travel(hour);
    const due = await dueOf(browser);
    expect(due).toBeDefined();
    await demand(second.id);
    expect(await dueOf(browser)).toEqual(due);
    await demand(first.id, false);
    expect((await dueOf(browser))?.at).not.toBe(due?.at);
    await demand(second.id, false);
    expect(await dueOf(browser)).toBeUndefined();
    await useFor(grace, browser);
    expect(await isOver(browser)).toBe(false);
  });
});

test("the lists of sessions tell when a running session ends, and omit it afterwards: its user's and an administrator's", async () => {
  const { account, organization } = await aTeacher(portal);
  const running = await logIn(portal.browser(), account);
  const byPasskey = portal.browser();
  expect((await logInBy(byPasskey, await setUpPasskey(running))).status).toBe(200);
  const ended = await logIn(portal.browser(), account);
  await demand(organization.id);
  await useFor(hour, running, byPasskey, ended);
  const due = (await dueOf(ended))?.at;
  const endsOf = async () => {
    const { desk } = await anAdminDesk(portal);
    const own = z.array(ownSession).parse((await byPasskey.call(listOwnSessions)).body);
    const user = getUser.response.parse((await desk.call(getUser, { params: { userId: account.id } })).body);
    const sorted = (sessions: readonly { expiresAt: string }[]) => sessions.map(({ expiresAt }) => expiresAt).toSorted();
    expect(sorted(user.sessions)).toEqual(sorted(own));
    return sorted(own);
  };
  const before = await endsOf();
  expect(before).toHaveLength(3);
  expect(before.slice(0, 2)).toEqual([due, due]);
  expect(before[2]).not.toBe(due);
  await useFor(grace - hour - minute, running, byPasskey, ended);
  expect(await endsOf()).toHaveLength(3);
  await useFor(2 * minute, byPasskey);
  expect([await isOver(running), await isOver(ended)]).toEqual([true, true]);
  expect(await endsOf()).toHaveLength(1);
});

describe("a demand does not end", () => {
  test("sessions by passkey, by a provider, of students and of other schools", async () => {
    const { account, organization } = await aTeacher(portal, { loginTypes: ["PASSWORD", "GOOGLE"] });
    const elsewhere = await aTeacher(portal);
    const student = await anAccount(portal, { memberships: [{ organization, roles: ["student"] }] });
    const byPasskey = portal.browser();
    expect((await logInBy(byPasskey, await setUpPasskey(await logIn(portal.browser(), account)))).status).toBe(200);
    const browsers = [
      byPasskey,
      await aSession(portal, account, { loginType: "GOOGLE" }),
      await logIn(portal.browser(), student),
      await logIn(portal.browser(), elsewhere.account),
    ];
    await demand(organization.id);
    for (const browser of browsers) expect(await dueOf(browser)).toBeUndefined();
    await useFor(grace, ...browsers);
    for (const browser of browsers) expect(await isOver(browser)).toBe(false);
  });

  test("sessions if the previous release began it, because it tells no time: it holds from the next login on", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    await portal.context.database.updateTable("organizations").set({ requires_passkeys: true }).where("id", "=", organization.id).execute();
    await useFor(grace, browser);
    expect(await dueOf(browser)).toBeUndefined();
  });

  test("sessions if the previous release ended a demand and begins it again, because the old time does not count", async () => {
    const { account, organization } = await aTeacher(portal);
    // As the previous release writes it: it does not know the time.
    const write = (isRequired: boolean) =>
      sql`update organizations set requires_passkeys = ${isRequired}, updated_at = now() where id = ${organization.id}::uuid`.execute(
        portal.context.database,
      );
    await demand(organization.id);
    await portal.clock.travel(grace);
    await write(false);
    const browser = await logIn(portal.browser(), account);
    await write(true);
    expect(await dueOf(browser)).toBeUndefined();
    await write(false);
    await demand(organization.id);
    expect(await dueOf(browser)).toMatchObject({ hasPasskey: false });
  });
});
