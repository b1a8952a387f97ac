/** The session user of the specification's section 3. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { aSession, aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const services = ["fc:adhoc:reading", "fc:adhoc:writing"];

async function aFeideTeacher() {
  const { account } = await aTeacher(portal, { loginTypes: ["FEIDE", "PASSWORD"] });
  await portal.context.database.updateTable("accounts").set({ feide_services: services }).where("id", "=", account.id).execute();
  return account;
}

test("a Feide login includes the account's Feide services", async () => {
  const browser = await aSession(portal, await aFeideTeacher(), { loginType: "FEIDE" });
  const user = validateAuth.response.parse((await browser.call(validateAuth)).body);
  expect(user).toMatchObject({ loginType: "FEIDE", feideServices: services });
});

test("another login of the same account omits them", async () => {
  const browser = await aSession(portal, await aFeideTeacher(), { loginType: "PASSWORD" });
  const user = validateAuth.response.parse((await browser.call(validateAuth)).body);
  expect(user.loginType).toBe("PASSWORD");
  expect(user).not.toHaveProperty("feideServices");
});
