/** After yesterday's backup is restored, one command ends what was valid yesterday. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { issueOneTimeCodes, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { aPassword, aSession, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { askForReset } from "#test/mailed-links.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";
import { aClassWithBadges, scan } from "#test/school-class.ts";
import { endAllLogins } from "./end-all-logins.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("sessions, tokens, codes and mailed links end; passwords, badges and everything else stay", async () => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  const tokens = await tokensFor(portal, browser, { game });
  const code = await handOver(browser, game);
  const token = await askForReset(portal, account.email);
  const school = await aClassWithBadges(portal);
  const issued = await school.desk.call(issueOneTimeCodes, { params: { playerGroupId: school.group.id }, body: {} });
  const [otp] = issueOneTimeCodes.response.parse(issued.body);

  const ended = await endAllLogins(portal.context.database);

  expect(ended).toEqual({ sessions: expect.any(Number), tokenFamilies: 1, codes: expect.any(Number), links: 1 });
  expect(ended.sessions).toBeGreaterThanOrEqual(2);
  expect((await browser.call(validateAuth)).status).toBe(401);
  expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant" });
  expect((await postToken(portal, redemptionOf(code))).body).toMatchObject({ error: "invalid_grant" });
  const body = { email: account.email, password: "Quiet-Harbour-52", token };
  expect((await portal.browser().call(setPassword, { body })).status).toBe(410);
  expect((await portal.browser().call(logInWithOneTimeCode, { body: { code: otp?.otpCode } })).status).toBe(401);
  const again = await logIn(portal.browser(), account, aPassword);
  expect((await again.call(validateAuth)).status).toBe(200);
  expect((await scan(portal.browser(), school.nora)).status).toBe(200);
});
