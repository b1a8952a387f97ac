/** Ending and restoring accounts (DESIGN A11): logged out by the next call, erased permanently, never the caller's own. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "@storyport/contract/endpoint";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import * as users from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import {
  anAccount,
  anAdministrator,
  anIdentity,
  anOrganization,
  aPassword,
  aSecondFactor,
  aSession,
  aTeacher,
  logIn,
} from "#test/builders.ts";
import { askForDeletion, askForReset, tokenInLetterTo } from "#test/mailed-links.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

const { activateUser, deactivateUser, deleteUserByAdmin, endUserSessions, getUser, reactivateUser, resetUserSecondFactor, sendUserLink } =
  users;

let portal: TestPortal;
let desk: Browser;
let admin: { id: string; email: string };
beforeAll(async () => {
  portal = await buildTestPortal();
});
beforeEach(async () => {
  ({ desk, admin } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

function on(endpoint: Endpoint, userId: string, browser = desk): Promise<Answer> {
  return browser.call(endpoint, { params: { userId }, ...(endpoint.method === "DELETE" ? {} : { body: {} }) });
}

const logInAnswer = (email: string, password = aPassword) =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });

describe("deactivateUser", () => {
  test("locks out by the next call: sessions, including badges', tokens and links end", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const badge = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    const tokens = await tokensFor(portal, browser, { game });
    const link = await askForReset(portal, account.email);
    expect(await on(deactivateUser, account.id)).toMatchObject({
      status: 200,
      body: { status: "DEACTIVATED", deactivatedAt: expect.any(String) },
    });
    for (const open of [browser, badge]) expect((await open.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    const body = { email: account.email, password: "Harbour-Lantern-9", token: link };
    // Not errors.linkReplaced, because there is no newer link.
    const ended = { status: 410, body: { errors: [{ code: "errors.resetLinkExpired" }] } };
    expect(await portal.browser().call(setPassword, { body })).toMatchObject(ended);
    expect((await logInAnswer(account.email)).body).toMatchObject({ code: "errors.userNotActive" });
    const events = await eventsAbout(portal, account.id);
    expect(events.find(({ event }) => event === "account_deactivated")).toMatchObject({ actor_id: admin.id });
  });

  test("a reactivated account logs in again; ended sessions stay ended", async () => {
    const { account, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const tokens = await tokensFor(portal, browser, { game });
    await on(deactivateUser, account.id);
    expect(await on(reactivateUser, account.id)).toMatchObject({ status: 200, body: { status: "ACTIVE", deactivatedAt: null } });
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await logInAnswer(account.email)).status).toBe(200);
  });

  test("a concurrent login does not outlive it", async () => {
    const { account } = await aTeacher(portal);
    const browsers = Array.from({ length: 8 }, () => portal.browser());
    const logIns = browsers.map((browser) =>
      browser.call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } }),
    );
    await Promise.all([...logIns, on(deactivateUser, account.id)]);
    for (const browser of browsers) expect((await browser.call(validateAuth)).status).toBe(401);
  });
});

test("a deletion link mailed before a deactivation is dead, even after a reactivation", async () => {
  const { account } = await aTeacher(portal);
  const token = await askForDeletion(portal, account.email);
  expect((await on(deactivateUser, account.id)).status).toBe(200);
  expect((await on(reactivateUser, account.id)).status).toBe(200);
  const answer = await portal.browser().call(requestUserDeletion, { body: { email: account.email, token } });
  expect(answer).toMatchObject({ status: 410, body: { code: "errors.deletionLinkExpired" } });
});

describe("the states", () => {
  const moves: [Endpoint, string[]][] = [
    [activateUser, ["CREATED"]],
    [deactivateUser, ["ACTIVE"]],
    [reactivateUser, ["DEACTIVATED"]],
  ];
  test.each(moves)("$name accepts one state alone; any other: errors.statusNotAllowed", async (endpoint, from) => {
    for (const status of ["CREATED", "ACTIVE", "DEACTIVATED"] as const) {
      const { id } = await anAccount(portal, { status });
      const answer = await on(endpoint, id);
      if (from.includes(status)) expect(answer.status).toBe(200);
      else expect(answer).toMatchObject({ status: 409, body: { code: "errors.statusNotAllowed" } });
    }
  });

  test("one of fifty concurrent calls deactivates, and the others are refused", async () => {
    const { id } = await anAccount(portal);
    const answers = await Promise.all(Array.from({ length: 50 }, () => on(deactivateUser, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await eventsAbout(portal, id)).filter(({ event }) => event === "account_deactivated")).toHaveLength(1);
  });
});

describe("sendUserLink", () => {
  test("sends the letter that the account needs, and never shows the link", async () => {
    const created = await anAccount(portal, { status: "CREATED", password: null });
    const active = await anAccount(portal);
    const [ofCreated, ofActive] = [await on(sendUserLink, created.id), await on(sendUserLink, active.id)];
    expect(ofCreated).toMatchObject({ status: 200, body: { purpose: "ACTIVATION", email: created.email } });
    expect(ofActive).toMatchObject({ status: 200, body: { purpose: "RESET", email: active.email } });
    await portal.sendLetters();
    for (const { email } of [created, active]) {
      const token = tokenInLetterTo(portal, email);
      expect(ofCreated.text + ofActive.text).not.toContain(token);
      expect((await portal.browser().call(setPassword, { body: { email, password: "Harbour-Lantern-9", token } })).status).toBe(200);
    }
  });

  test("records in the school's history who sent it", async () => {
    const { office: school, manager, organization } = await aManagedSchool(portal);
    for (const status of ["CREATED", "ACTIVE"] as const) {
      const { id } = await anAccount(portal, { status, memberships: [{ organization, roles: ["teacher"] }] });
      expect((await on(sendUserLink, id, school)).status).toBe(200);
      expect(await eventsAbout(portal, id)).toMatchObject([{ actor_id: manager.id, organization_id: organization.id }]);
    }
  });

  test("if nothing can be sent: errors.emailRequired, errors.statusNotAllowed; beyond three an hour: errors.tooManyAttempts", async () => {
    const nameless = await anAccount(portal, { email: null });
    expect((await on(sendUserLink, nameless.id)).body).toMatchObject({ code: "errors.emailRequired" });
    for (const parts of [
      { status: "DEACTIVATED" as const },
      { loginTypes: ["QRCODE" as const] },
      { loginTypes: ["FEIDE" as const], password: null, provider: "FEIDE" as const },
    ]) {
      const { id } = await anAccount(portal, parts);
      if (parts.provider !== undefined) await anIdentity(portal, { accountId: id, provider: parts.provider });
      expect(await on(sendUserLink, id)).toMatchObject({ status: 409, body: { code: "errors.statusNotAllowed" } });
    }
    const { id } = await anAccount(portal);
    for (let time = 0; time < 3; time++) expect((await on(sendUserLink, id)).status).toBe(200);
    const refused = await on(sendUserLink, id);
    expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect(refused.headers["retry-after"]).toBe("3600");
  });
});

test("endUserSessions ends every session and token, and keeps the password", async () => {
  const { account, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const tokens = await tokensFor(portal, browser, { game });
  expect(await on(endUserSessions, account.id)).toMatchObject({ status: 200, body: { sessions: [] } });
  expect((await browser.call(validateAuth)).status).toBe(401);
  expect((await refresh(portal, tokens)).status).toBe(400);
  expect((await logInAnswer(account.email)).status).toBe(200);
});

describe("resetUserSecondFactor", () => {
  async function enrolled() {
    const { account, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    await aSecondFactor(portal, account);
    return { account, browser, game };
  }

  test("removes the factor, ends sessions and tokens, and e-mails the owner", async () => {
    const { account, browser, game } = await enrolled();
    const tokens = await tokensFor(portal, browser, { game });
    expect(((await on(getUser, account.id)).body as UserDetails).may.resetSecondFactor).toBe(true);
    expect(await on(resetUserSecondFactor, account.id)).toMatchObject({ status: 200, body: { hasSecondFactor: false, sessions: [] } });
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await logInAnswer(account.email)).body).toMatchObject({ accountId: account.id });
    await portal.sendLetters();
    const letter = portal.mailbox
      .lettersTo(account.email)
      .find(({ subject }) => subject === "Two-step verification was turned off for your Storyport account");
    expect(letter?.text).toContain("An administrator has turned off two-step verification");
    expect(letter?.text).toContain("If you did not ask for this");
    expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toContain("second_factor_removed");
  });

  test("without a factor: errors.secondFactorNotBegun; on the caller's own account: errors.notYourself", async () => {
    const { id } = await anAccount(portal);
    expect(await on(resetUserSecondFactor, id)).toMatchObject({ status: 409, body: { code: "errors.secondFactorNotBegun" } });
    expect(await on(resetUserSecondFactor, admin.id)).toMatchObject({ status: 409, body: { code: "errors.notYourself" } });
  });
});

describe("deleteUserByAdmin", () => {
  test("erases the person like a deletion by the owner, and sends a last letter", async () => {
    const email = `solveig.unmistakable-${randomUUID().slice(0, 4)}@school.example`;
    const { account, game } = await aTeacher(portal, { email, displayName: "Solveig Unmistakable" });
    const browser = await logIn(portal.browser(), account);
    const tokens = await tokensFor(portal, browser, { game });
    expect((await on(deleteUserByAdmin, account.id)).status).toBe(204);
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email).map(({ subject }) => subject)).toEqual(["Your Storyport account has been deleted"]);
    const user = (await on(getUser, account.id)).body as UserDetails;
    expect(user).toMatchObject({ status: "DELETED", email: null, displayName: null, roles: [], organizations: [], letters: [] });
    expect(user.may).toEqual({
      edit: false,
      changeEmail: false,
      confirmEmail: false,
      reactivate: false,
      delete: false,
      resetSecondFactor: false,
      supportView: false,
      resetPasskeys: false,
    });
    const events = await eventsAbout(portal, account.id);
    expect(events.find(({ event }) => event === "account_deleted")).toMatchObject({ actor_id: admin.id });
    const { rows } = await portal.store.withScripts(async (run) => ({
      rows: await run("select row_to_json(o)::text as row from outbox o"),
    }));
    expect(JSON.stringify(rows)).not.toContain("unmistakable");
  });

  test("a student without an address is erased too; a repeated call: errors.notFound", async () => {
    const { id } = await anAccount(portal, { email: null, loginTypes: ["QRCODE"] });
    expect((await on(deleteUserByAdmin, id)).status).toBe(204);
    expect(await on(deleteUserByAdmin, id)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await on(deactivateUser, id)).toMatchObject({ status: 409, body: { code: "errors.statusNotAllowed" } });
  });
});

describe("how far it reaches", () => {
  const forManagers: [string, Endpoint, "ACTIVE" | "CREATED" | "DEACTIVATED"][] = [
    ["deactivateUser", deactivateUser, "ACTIVE"],
    ["reactivateUser", reactivateUser, "DEACTIVATED"],
    ["activateUser", activateUser, "CREATED"],
    ["sendUserLink", sendUserLink, "ACTIVE"],
    ["endUserSessions", endUserSessions, "ACTIVE"],
  ];

  test.each(forManagers)(
    "%s by a manager works on members of that organization alone; shared ones and administrators: errors.notAllowed",
    async (_, endpoint, status) => {
      const school = await aManagedSchool(portal);
      const other = await anOrganization(portal);
      const mine = { organization: school.organization, roles: ["teacher"] };
      const own = await anAccount(portal, { status, memberships: [mine] });
      const shared = await anAccount(portal, { status, memberships: [mine, { organization: other, roles: ["member"] }] });
      const administrator = await anAdministrator(portal, { status, memberships: [mine] });
      const foreign = await anAccount(portal, { status, memberships: [{ organization: other, roles: ["member"] }] });
      expect((await on(endpoint, own.id, school.office)).status).toBe(200);
      for (const { id } of [shared, administrator]) {
        expect(await on(endpoint, id, school.office)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
      }
      for (const id of [foreign.id, randomUUID()]) {
        expect(await on(endpoint, id, school.office)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      }
    },
  );

  test.each([resetUserSecondFactor, deleteUserByAdmin])("$name is for administrators alone", async (endpoint) => {
    const school = await aManagedSchool(portal);
    expect(await on(endpoint, school.manager.id, school.office)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    expect(await on(endpoint, randomUUID())).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test.each([deactivateUser, deleteUserByAdmin])("$name on the caller's own account: errors.notYourself", async (endpoint) => {
    expect(await on(endpoint, admin.id)).toMatchObject({ status: 409, body: { code: "errors.notYourself" } });
  });

  test.each([deactivateUser, reactivateUser, activateUser, sendUserLink, endUserSessions, resetUserSecondFactor])(
    "$name accepts no body members",
    async (endpoint) => {
      const { id } = await anAccount(portal);
      for (const body of [{ status: "ACTIVE" }, { roles: ["admin"] }, { userId: admin.id }]) {
        expect((await desk.call(endpoint, { params: { userId: id }, body })).status).toBe(400);
      }
    },
  );
});
