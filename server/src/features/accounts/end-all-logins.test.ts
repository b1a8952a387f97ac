/** After yesterday's backup is restored, one command ends what was valid yesterday. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { checkEmailProposal } from "@storyport/contract/email-changes";
import { setPassword } from "@storyport/contract/passwords";
import { issueOneTimeCodes, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { acceptTransfer, checkTransfer, listTransfers, openTransfer } from "@storyport/contract/transfers";
import { aPassword, aSession, aTeacher, anAccount, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { askForReset, tokenInLetterTo } from "#test/mailed-links.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";
import { aClass, aClassWithBadges, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { editAsItIs } from "#test/users.ts";
import { endAllLogins } from "./end-all-logins.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("sessions, tokens, codes and mailed links end; passwords and badges stay", async () => {
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

test("what was used, replaced, expired or ended is deleted too, and not counted", async () => {
  const { database } = portal.context;
  await endAllLogins(database);
  const teacher = await aTeacher(portal);
  const browser = await logIn(portal.browser(), teacher.account);
  await tokensFor(portal, browser, teacher);
  await handOver(browser, teacher.game);
  // The second letter replaces the first link.
  await askForReset(portal, teacher.account.email);
  await askForReset(portal, teacher.account.email);
  const school = await aClass(portal);
  await school.desk.call(issueOneTimeCodes, { params: { playerGroupId: school.group.id }, body: {} });
  await database
    .updateTable("sessions")
    .set({ expires_at: sql<Date>`now()` })
    .execute();
  await database.updateTable("token_families").set({ revoked_at: new Date(), revoked_because: "LOGOUT" }).execute();
  await database.updateTable("game_codes").set({ consumed_at: new Date() }).execute();
  await database.updateTable("one_time_codes").set({ used_at: new Date() }).execute();
  expect(await endAllLogins(database)).toEqual({ sessions: 0, tokenFamilies: 0, codes: 0, links: 1 });
  for (const table of ["sessions", "token_families", "game_codes", "one_time_codes", "account_links"] as const) {
    expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});

test("a proposed address ends, because its owner may have refused it since", async () => {
  const { organization, office: desk } = await aManagedSchool(portal);
  const member = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  await logIn(portal.browser(), member);
  const edited = await editAsItIs(portal, { desk, userId: member.id, body: { email: `new-${member.email}` } });
  expect(edited.body).toMatchObject({ emailProposal: { email: `new-${member.email}` } });
  await portal.sendLetters();
  const token = tokenInLetterTo(portal, member.email);
  const check = () => portal.browser().call(checkEmailProposal, { params: { code: token } });
  expect((await check()).status).toBe(200);

  expect(await endAllLogins(portal.context.database)).toMatchObject({ links: 1 });

  expect((await check()).body).toMatchObject({ code: "errors.emailProposalEnded" });
});

test("an open transfer is withdrawn, because its link may have been used since; the school may open it again", async () => {
  const [from, to] = [await aClassWithBadges(portal), await aClass(portal, { students: [] })];
  const params = { playerGroupId: from.group.id };
  const open = async (desk: Browser) => {
    const opened = await desk.call(openTransfer, { params, body: { studentUserId: from.students[0]?.id } });
    expect(opened.status, opened.text).toBe(201);
    return openTransfer.response.parse(opened.body).link.split("/").at(-1) ?? "";
  };
  const comeBack = ({ teacher, organization }: SchoolClass) =>
    aSession(portal, teacher, { loginType: "PASSWORD", organizationId: organization.id });
  const token = await open(from.desk);
  expect((await to.desk.call(checkTransfer, { body: { token } })).status).toBe(200);

  expect(await endAllLogins(portal.context.database)).toMatchObject({ links: 1 });

  const [fromDesk, toDesk] = [await comeBack(from), await comeBack(to)];
  const accepted = await toDesk.call(acceptTransfer, { body: { token, playerGroupId: to.group.id } });
  expect(accepted).toMatchObject({ status: 410, body: { code: "errors.transferEnded" } });
  expect((await fromDesk.call(listTransfers, { params })).body).toMatchObject({ transfers: [{ state: "withdrawn" }] });
  await open(fromDesk);
});
