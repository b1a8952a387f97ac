/** What a provider said of an account goes when a school takes the provider's login type from it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportOwnData } from "@storyport/contract/personal-data";
import { anAccount, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aPerson, buildFederatedPortal, connectAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { editAsItIs } from "#test/users.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

async function servicesOf(browser: Browser): Promise<unknown> {
  const { account } = exportOwnData.response.parse((await browser.call(exportOwnData)).body);
  return account["feideServices"];
}

test("the services at Feide go with Feide, and stay with another login type", async () => {
  const { organization, office: desk } = await aManagedSchool(portal);
  const account = await anAccount(portal, { loginTypes: ["PASSWORD", "GOOGLE"], memberships: [{ organization, roles: ["member"] }] });
  const browser = await logIn(portal.browser(), account);
  const person = aPerson({ userinfo: { eduPersonAffiliation: ["employee"], eduPersonEntitlement: ["fc:reading"] } });
  await connectAt(portal.identities, browser, { provider: "FEIDE", person });
  const edit = (loginTypes: string[]) => editAsItIs(portal, { desk, userId: account.id, body: { loginTypes } });
  expect((await edit(["PASSWORD", "FEIDE"])).status).toBe(200);
  expect(await servicesOf(browser)).toEqual(["fc:reading"]);
  expect((await edit(["PASSWORD"])).status).toBe(200);
  expect(await servicesOf(browser)).toEqual([]);
});
