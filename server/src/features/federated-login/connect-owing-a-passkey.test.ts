/** A session that must prove a passkey adds no other way in meanwhile (docs/decisions/0082). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmByPasskey, startPasskeyConfirmation } from "@storyport/contract/confirmations";
import { connectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { requirePasskeys } from "@storyport/contract/organizations";
import { aTeacher, logIn } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, callbacks, connectAt, locationOf } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { setUpPasskey, signWith } from "#test/passkey-device.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

test("a session that owes a passkey connects no identity, also where it began before: errors.passkeyNeeded; after the passkey it does", async () => {
  const { account, organization } = await aTeacher(portal);
  const passkey = await setUpPasskey(await logIn(portal.browser(), account));
  const browser = await logIn(portal.browser(), account);
  const person = aPerson();
  const begunBefore = connectIdentity.response.parse((await browser.call(connectIdentity, { body: { provider: "GOOGLE" } })).body);
  const { desk } = await anAdminDesk(portal);
  const demanded = await desk.call(requirePasskeys, { params: { organizationId: organization.id }, body: { isRequired: true } });
  expect(demanded.status).toBe(200);
  const returned = await browser.call(callbacks.GOOGLE, { query: portal.identities.consent(begunBefore.url, person) });
  expect(locationOf(returned)).toBe("/users/me?error=errors.passkeyNeeded");
  const refused = await browser.call(connectIdentity, { body: { provider: "GOOGLE" } });
  expect(refused).toMatchObject({ status: 403, body: { code: "errors.passkeyNeeded" } });
  expect((await browser.call(listOwnIdentities)).body).toMatchObject({ identities: [] });
  const { body: asked } = await browser.call(startPasskeyConfirmation, { body: {} });
  expect((await browser.call(confirmByPasskey, { body: { credential: signWith(passkey, asked) } })).status).toBe(204);
  expect(locationOf(await connectAt(portal.identities, browser, { provider: "GOOGLE", person }))).toBe("/users/me?connected=GOOGLE");
});
