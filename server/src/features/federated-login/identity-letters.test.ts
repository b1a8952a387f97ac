/** The letters about a connected identity, for owners who have no password here. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { providerFacts, providers } from "@storyport/contract/providers";
import { aConnectedTeacher, aPerson, buildFederatedPortal, connectAt, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

test.each(providers)("connecting %s e-mails an owner who has no password what helps without one", async (provider) => {
  const person = aPerson();
  const former = provider === "FEIDE" ? "GOOGLE" : "FEIDE";
  const { account } = await aConnectedTeacher(portal, { provider: former, person, password: null, loginTypes: [former] });
  const browser = portal.browser();
  await logInAt(portal.identities, browser, { provider: former, person });
  await connectAt(portal.identities, browser, { provider, person: aPerson() });
  await portal.sendLetters();
  const text = portal.mailbox.lettersTo(account.email).at(-1)?.text;
  expect(text).toContain(`3. Change your password at ${providerFacts[former].name}.`);
  expect(text).not.toContain("Forgot your password");
});
