/** A passkey is a way in, and it ends with what proved its owner (docs/decisions/0027, 0064). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { resetUserPasskeys } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, anIdentity, logIn } from "#test/builders.ts";
import { logInBy, setUpPasskey } from "#test/passkey-device.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const refused = (status: number, code: string) => ({ status, body: { code } });

async function aLogin() {
  const { account } = await aTeacher(portal);
  return { account, browser: await logIn(portal.browser(), account) };
}

test("a passkey counts: the last identity of an account without a password may go, but not with a copied passkey", async () => {
  const { account, browser } = await aLogin();
  const { database } = portal.context;
  await setUpPasskey(browser);
  await database.updateTable("accounts").set({ password_hash: null }).where("id", "=", account.id).execute();
  await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
  const { identities } = listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
  const params = { identityId: identities[0]?.id };
  await database.updateTable("passkeys").set({ copied_at: new Date() }).where("account_id", "=", account.id).execute();
  expect(await browser.call(disconnectIdentity, { params })).toMatchObject(refused(409, "errors.lastLoginMethod"));
  await database.updateTable("passkeys").set({ copied_at: null }).where("account_id", "=", account.id).execute();
  expect((await browser.call(disconnectIdentity, { params })).status).toBe(204);
});

test("after the last identity has gone, an account with a login type of programs gets PASSWORD too, so the passkey logs in", async () => {
  const { account } = await aTeacher(portal, { password: null, loginTypes: ["GOOGLE", "API"] });
  await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
  const browser = await aSession(portal, account, { loginType: "GOOGLE" });
  const passkey = await setUpPasskey(browser);
  const { identities } = listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
  expect((await browser.call(disconnectIdentity, { params: { identityId: identities[0]?.id } })).status).toBe(204);
  const types = portal.context.database.selectFrom("account_login_types").select("login_type").where("account_id", "=", account.id);
  expect((await types.execute()).map(({ login_type }) => login_type).toSorted()).toEqual(["API", "PASSWORD"]);
  expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
});

test("managers take another login type from their own account only if a way in stays, and a passkey is one", async () => {
  const { manager, office: desk } = await aManagedSchool(portal);
  const { database } = portal.context;
  await database.insertInto("account_login_types").values({ account_id: manager.id, login_type: "GOOGLE" }).execute();
  await database.updateTable("accounts").set({ password_hash: null }).where("id", "=", manager.id).execute();
  const edit = () => editAsItIs(portal, { desk, userId: manager.id, body: { loginTypes: ["PASSWORD"] } });
  expect(await edit()).toMatchObject(refused(409, "errors.noWayToLogIn"));
  await setUpPasskey(desk);
  expect((await edit()).status).toBe(200);
});

test("managers replace the provider of their own account only if a way in stays, and a passkey is one", async () => {
  const { manager, office: desk } = await aManagedSchool(portal);
  const { database } = portal.context;
  await database.updateTable("account_login_types").set({ login_type: "FEIDE" }).where("account_id", "=", manager.id).execute();
  await database.updateTable("accounts").set({ password_hash: null }).where("id", "=", manager.id).execute();
  const edit = () => editAsItIs(portal, { desk, userId: manager.id, body: { loginTypes: ["GOOGLE"] } });
  expect(await edit()).toMatchObject(refused(409, "errors.noWayToLogIn"));
  const passkey = await setUpPasskey(desk);
  expect((await edit()).status).toBe(200);
  expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
});

test("managers do not leave their own account with the login type of programs alone, because a passkey then is no way in", async () => {
  const { manager, office: desk } = await aManagedSchool(portal);
  const { database } = portal.context;
  const own = database.updateTable("account_login_types").where("account_id", "=", manager.id);
  await own.set({ login_type: "GOOGLE" }).execute();
  await database.insertInto("account_login_types").values({ account_id: manager.id, login_type: "API" }).execute();
  await database.updateTable("accounts").set({ password_hash: null }).where("id", "=", manager.id).execute();
  await setUpPasskey(desk);
  const edited = await editAsItIs(portal, { desk, userId: manager.id, body: { loginTypes: ["API"] } });
  expect(edited).toMatchObject(refused(409, "errors.noWayToLogIn"));
});

test("an edit that removes the login type PASSWORD ends the passkeys with it", async () => {
  const { account, browser } = await aLogin();
  const passkey = await setUpPasskey(browser);
  const { desk } = await anAdminDesk(portal);
  const edited = await editAsItIs(portal, { desk, userId: account.id, body: { loginTypes: ["GOOGLE"] } });
  expect(edited).toMatchObject({ status: 200, body: { passkeys: 0 } });
  expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
});

test("another address ends the passkeys of the former owner (DESIGN A26)", async () => {
  const { account, browser } = await aLogin();
  const passkey = await setUpPasskey(browser);
  const { desk } = await anAdminDesk(portal);
  const edited = await editAsItIs(portal, { desk, userId: account.id, body: { email: `new-${account.email}` } });
  expect(edited.status).toBe(200);
  expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
  const changed = (await eventsAbout(portal, account.id)).find(({ event }) => event === "email_changed");
  expect(changed?.details).toMatchObject({ ended: { passkeys: 1 } });
});

test("a reset ends the passkey of every device; a new passkey of the same account has the same handle, and lets no former passkey in", async () => {
  const { account, browser } = await aLogin();
  const devices = [await setUpPasskey(browser), await setUpPasskey(browser, { name: "My phone" })];
  const { desk } = await anAdminDesk(portal);
  expect((await desk.call(resetUserPasskeys, { params: { userId: account.id }, body: {} })).status).toBe(200);
  const added = await setUpPasskey(await logIn(portal.browser(), account));
  expect(added.userHandle).toBe(devices[0]?.userHandle);
  for (const device of devices) expect(await logInBy(portal.browser(), device)).toMatchObject(refused(401, "errors.passkeyUnknown"));
  expect((await logInBy(portal.browser(), added)).status).toBe(200);
});
