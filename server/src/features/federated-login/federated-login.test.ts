/** Logging in at Feide, Google and Apple (specification, sections 2, 4, 7 and 8; DESIGN A18). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { finishLogins, startLogins } from "@storyport/contract/federated-login";
import { validateAuth } from "@storyport/contract/login";
import { providers } from "@storyport/contract/vocabulary";
import { anAccount, aSecondFactor, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import {
  aConnectedTeacher,
  aPerson,
  buildFederatedPortal,
  callbacks,
  connect,
  locationOf,
  logInAt,
  starts,
} from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

test("each provider has its own pair of calls", () => {
  const named = ["FEIDE", "GOOGLE", "APPLE"];
  expect([Object.keys(starts), Object.keys(callbacks)]).toEqual([named, named]);
  const paths = [...Object.values(starts), ...Object.values(callbacks)].map(({ path }) => path);
  expect(new Set(paths).size).toBe(2 * named.length);
});

describe.each(providers)("%s", (provider) => {
  const refusedWith = (code: string) => `/login?error=${code}&loginType=${provider}`;

  test("logs in the connected account, and redirects to /post-login", async () => {
    const { account, organization, person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const answer = await logInAt(portal.identities, browser, { provider, person });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/post-login" }, text: "" });
    expect((await browser.call(validateAuth)).body).toMatchObject({
      accountId: account.id,
      orgId: organization.id,
      loginType: provider,
      roles: ["teacher"],
    });
  });

  test("stores the provider's name for the person and the last use", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    await logInAt(portal.identities, portal.browser(), { provider, person });
    const row = await portal.context.database
      .selectFrom("account_identities")
      .select(["label", "last_used_at"])
      .where("account_id", "=", account.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ label: provider === "FEIDE" ? "kari@fjord.example" : "kari@mail.example", last_used_at: expect.any(Date) });
  });

  test.each([true, false])(
    "never finds an account by an e-mail address, verified or not (%s): errors.identityUnknown",
    async (verified) => {
      const { account } = await aConnectedTeacher(portal, { provider });
      const person = aPerson({ email: account.email, email_verified: verified, preferred_username: account.email });
      const browser = portal.browser();
      expect(locationOf(await logInAt(portal.identities, browser, { provider, person }))).toBe(refusedWith("errors.identityUnknown"));
      expect(browser.cookies.has("session")).toBe(false);
      const rows = await portal.context.database.selectFrom("account_identities").select("id").where("subject", "=", person.sub).execute();
      expect(rows).toEqual([]);
    },
  );

  test.each(["CREATED", "DEACTIVATED"] as const)("does not let an account in that is %s: errors.userNotActive", async (status) => {
    const { person } = await aConnectedTeacher(portal, { provider, status });
    const browser = portal.browser();
    expect(locationOf(await logInAt(portal.identities, browser, { provider, person }))).toBe(refusedWith("errors.userNotActive"));
    expect(browser.cookies.has("session")).toBe(false);
  });

  test("refuses the same subject of another issuer: errors.identityUnknown", async () => {
    const { person, account } = await aConnectedTeacher(portal, { provider });
    const { database } = portal.context;
    await database
      .updateTable("account_identities")
      .set({ issuer: "https://other.example" })
      .where("account_id", "=", account.id)
      .execute();
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(
      refusedWith("errors.identityUnknown"),
    );
  });

  test("refuses a deleted account: errors.identityUnknown", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    const gone = { status: "DELETED" as const, email: null, display_name: null, password_hash: null };
    await portal.context.database.updateTable("accounts").set(gone).where("id", "=", account.id).execute();
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(
      refusedWith("errors.identityUnknown"),
    );
  });

  test("refuses an account without this login type: errors.loginTypeNotAllowed", async () => {
    const { person } = await aConnectedTeacher(portal, { provider, loginTypes: ["PASSWORD"] });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(
      refusedWith("errors.loginTypeNotAllowed"),
    );
  });

  test("refuses a guest: errors.noLoginPermissions", async () => {
    const { person } = await aConnectedTeacher(portal, { provider, roles: ["guest"] });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(
      refusedWith("errors.noLoginPermissions"),
    );
  });

  test("reports a cancelled login in our words alone: errors.providerRefused", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const change = {
      code: undefined,
      error: "access_denied",
      error_description: "<script>alert(1)</script>",
      error_uri: "https://evil.example",
    };
    const answer = await logInAt(portal.identities, browser, { provider, person, change });
    expect(locationOf(answer)).toBe(refusedWith("errors.providerRefused"));
    expect(JSON.stringify([answer.headers, answer.text])).not.toMatch(/script|evil/);
  });

  test.each([
    ["temporarily_unavailable", "errors.providerAway"],
    ["server_error", "errors.providerAway"],
    ["login_required", "errors.providerRefused"],
    ["user_cancelled_authorize", "errors.providerRefused"],
    ["invalid_scope", "errors.providerAnswerInvalid"],
    ["<img src=x>", "errors.providerAnswerInvalid"],
  ])("its error %s becomes %s", async (error, code) => {
    const answer = await logInAt(portal.identities, portal.browser(), { provider, person: aPerson(), change: { code: undefined, error } });
    expect(locationOf(answer)).toBe(refusedWith(code));
  });

  test("a user with a second factor must pass it first, and is not logged in until then", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    await aSecondFactor(portal, account);
    const browser = portal.browser();
    expect(locationOf(await logInAt(portal.identities, browser, { provider, person }))).toBe("/login/second-factor");
    expect((await browser.call(validateAuth)).status).toBe(401);
  });

  test("a teacher without a display name sets it first", async () => {
    const teacher = await aConnectedTeacher(portal, { provider, displayName: null });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person: teacher.person }))).toBe("/set-display-name");
  });

  test("the former session of the browser ends, and the account's language is offered", async () => {
    const former = await anAccount(portal, { platformRoles: ["admin"] });
    const browser = await logIn(portal.browser(), former);
    const secret = browser.cookies.get("session") ?? "";
    browser.cookies.delete("language");
    const { person } = await aConnectedTeacher(portal, { provider, locale: "nb" });
    await logInAt(portal.identities, browser, { provider, person });
    expect(browser.cookies.get("session")).not.toBe(secret);
    expect(browser.cookies.get("language")).toBe("nb");
    browser.cookies.set("session", secret);
    expect((await browser.call(validateAuth)).status).toBe(401);
  });

  test("the history has a login and a refusal, without names", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    await logInAt(portal.identities, portal.browser(), { provider, person });
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    await logInAt(portal.identities, portal.browser(), { provider, person });
    const rows = await portal.context.database
      .selectFrom("audit_events")
      .select(["event", "details"])
      .where("target_id", "=", account.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { event: "login_succeeded", details: { loginType: provider, stage: "FULL" } },
      { event: "login_refused", details: { loginType: provider, reason: "errors.userNotActive" } },
    ]);
    const all = JSON.stringify(await portal.context.database.selectFrom("audit_events").selectAll().execute());
    expect(all).not.toContain(person.sub);
    expect(all).not.toContain("kari@");
  });

  test("is off if it is not configured: errors.providerOff", async () => {
    const without = await portalWithout();
    expect(locationOf(await without.browser().call(starts[provider]))).toBe(refusedWith("errors.providerOff"));
    const answer = await without.browser().call(callbacks[provider], { query: { state: "s", code: "c" } });
    expect(locationOf(answer)).toBe(refusedWith("errors.providerOff"));
  });
});

/** Outside production the demo's stand-ins play the providers that are not configured. */
const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.school.example",
  DATABASE_URL: "postgres://storyport@127.0.0.1/storyport",
  SECRET_KEY: Buffer.from("0123456789abcdefghijklmnopqrstuv").toString("base64"),
  SMTP_URL: "smtps://mail.school.example",
  MAIL_FROM: "no-reply@school.example",
  SUPPORT_EMAIL: "support@school.example",
  DASHBOARD_URL: "https://dashboard.school.example",
  DASHBOARD_CLIENT_SECRET: "a-secret-of-the-dashboard",
};

let withoutProviders: TestPortal | undefined;
async function portalWithout(): Promise<TestPortal> {
  withoutProviders ??= await buildTestPortal(production);
  return withoutProviders;
}
afterAll(() => withoutProviders?.close());

test("an administrator without a second factor enrols first, if the portal demands it", async () => {
  const strict = await buildFederatedPortal({ REQUIRE_ADMIN_SECOND_FACTOR: "true" });
  try {
    const account = await anAccount(strict, { platformRoles: ["admin"], loginTypes: ["GOOGLE"] });
    const person = aPerson();
    await connect(strict, { account, provider: "GOOGLE", person });
    const answer = await logInAt(strict.identities, strict.browser(), { provider: "GOOGLE", person });
    expect(locationOf(answer)).toBe("/login/second-factor?enrol=1");
  } finally {
    await strict.close();
  }
});

test("the device keeps the name that it sent at the start", async () => {
  const { account, person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  const started = await browser.call(startLogins.GOOGLE, { query: { deviceName: "Firefox on Linux" } });
  await browser.call(finishLogins.GOOGLE, { query: portal.identities.consent(locationOf(started), person) });
  const row = await portal.context.database
    .selectFrom("sessions")
    .select("device_name")
    .where("account_id", "=", account.id)
    .executeTakeFirstOrThrow();
  expect(row.device_name).toBe("Firefox on Linux");
});
