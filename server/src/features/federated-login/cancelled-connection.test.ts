/** A user who connects an identity is logged in already, so the history has no failed login when it fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectIdentity } from "@storyport/contract/federated-login";
import { providers } from "@storyport/contract/vocabulary";
import { aTeacher, logIn } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, callbacks, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

test.each(providers)("%s: a cancelled connection is no failed login in the history, and a cancelled login is", async (provider) => {
  const cancelled = { code: undefined, error: "access_denied" };
  const browser = await logIn(portal.browser(), (await aTeacher(portal)).account);
  const failed = portal.context.database.selectFrom("audit_events").select("details").where("event", "=", "login_failed").orderBy("id");
  const before = await failed.execute();
  const { url } = connectIdentity.response.parse((await browser.call(connectIdentity, { body: { provider } })).body);
  const person = aPerson();
  const answer = await browser.call(callbacks[provider], { query: { ...portal.identities.consent(url, person), ...cancelled } });
  expect(locationOf(answer)).toBe("/users/me?error=errors.providerRefused");
  expect(await failed.execute()).toEqual(before);
  await logInAt(portal.identities, portal.browser(), { provider, person, change: cancelled });
  const recorded = { details: { loginType: provider, reason: "errors.providerRefused" } };
  expect(await failed.execute()).toEqual([...before, recorded]);
});
