/** The cookies of a login (DESIGN A4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { sessionDigest } from "./session-digest.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

function enter(email: string, browser: Browser = portal.browser()): Promise<Answer> {
  return browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
}

/** Returns the value and flags of each cookie that an answer sets. */
function cookiesOf({ headers }: Answer): Record<string, { value: string; flags: string[] }> {
  const lines = [headers["set-cookie"] ?? []].flat();
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = "", ...flags] = line.split("; ");
      const [name = "", value = ""] = pair.split("=");
      return [name, { value, flags: flags.toSorted() }];
    }),
  );
}

test("on plain http the session cookie is HttpOnly, SameSite=Lax, for the whole host and for this browser session", async () => {
  const { account } = await aTeacher(portal);
  const cookies = cookiesOf(await enter(account.email));
  expect(Object.keys(cookies).toSorted()).toEqual(["device", "language", "session", "user"]);
  expect(cookies["session"]?.flags).toEqual(["HttpOnly", "Path=/", "SameSite=Lax"]);
  expect(cookies["session"]?.value).toMatch(/^[\w-]{43}$/);
  expect(cookies["device"]?.flags).toEqual(["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Lax"]);
});

test("the user marker is readable and contains only the account id", async () => {
  const { account } = await aTeacher(portal);
  const { user } = cookiesOf(await enter(account.email));
  expect(user).toEqual({ value: account.id, flags: ["Path=/", "SameSite=Lax"] });
});

describe("on https", () => {
  let secure: TestPortal;
  beforeAll(async () => {
    secure = await buildTestPortal({ PUBLIC_URL: "https://portal.school.example" });
  });
  afterAll(() => secure.close());

  test("every cookie is Secure, and the secret ones carry __Host-, which only this host can set", async () => {
    const { account } = await aTeacher(secure);
    const cookies = cookiesOf(await enter(account.email, secure.browser()));
    expect(Object.keys(cookies).toSorted()).toEqual(["__Host-device", "__Host-session", "language", "user"]);
    expect(cookies["__Host-session"]?.flags).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    for (const { flags } of Object.values(cookies)) {
      expect(flags).toContain("Secure");
      expect(flags.some((flag) => flag.startsWith("Domain"))).toBe(false);
    }
  });

  test("the login-attempt cookie of a refused form is Secure too", async () => {
    const answer = await secure.browser().postForm("/api/auth/pw/login", { email: "a@school.example", password: "wrong-pw" });
    expect(cookiesOf(answer)["login-attempt"]?.flags).toContain("Secure");
  });

  test("a session cookie without the prefix is ignored, and headers about the scheme change nothing", async () => {
    const { account } = await aTeacher(secure);
    const browser = await logIn(secure.browser(), account);
    const secret = browser.cookies.get("__Host-session") ?? "";
    const other = secure.browser();
    other.cookies.set("session", secret);
    expect((await other.call(validateAuth, { headers: { "x-forwarded-proto": "http" } })).status).toBe(401);
    expect((await browser.call(validateAuth, { headers: { "x-forwarded-proto": "http" } })).status).toBe(200);
  });
});

test("each login gets a new secret, and the browser's former secret no longer works", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const former = browser.cookies.get("session") ?? "";
  await logIn(browser, account);
  expect(browser.cookies.get("session")).not.toBe(former);
  expect((await browser.call(validateAuth)).status).toBe(200);
  browser.cookies.set("session", former);
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("another person's login in the same browser ends the former person's session", async () => {
  const [first, second] = [await aTeacher(portal), await aTeacher(portal)];
  const browser = await logIn(portal.browser(), first.account);
  const former = browser.cookies.get("session") ?? "";
  await logIn(browser, second.account);
  expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: second.account.id });
  browser.cookies.set("session", former);
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("a refused login keeps the former session", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const wrong = { email: account.email, password: "Not-The-Password-1", deviceName: "a test" };
  expect((await browser.call(logInWithPassword, { body: wrong })).status).toBe(401);
  expect((await browser.call(validateAuth)).status).toBe(200);
});

test("a planted cookie is never adopted", async () => {
  const { account } = await aTeacher(portal);
  const planted = "P".repeat(43);
  const browser = portal.browser();
  browser.cookies.set("session", planted);
  await logIn(browser, account);
  expect(browser.cookies.get("session")).not.toBe(planted);
  browser.cookies.set("session", planted);
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("only the digest of the secret is stored", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const secrets = [browser.cookies.get("session") ?? "", browser.cookies.get("device") ?? ""];
  const { database } = portal.context;
  const rows = await database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute();
  expect(rows.map(({ digest }) => digest.equals(sessionDigest(secrets[0] ?? "")))).toEqual([true]);
  const everything = JSON.stringify([
    await database.selectFrom("sessions").selectAll().execute(),
    await database.selectFrom("known_devices").selectAll().execute(),
    await database.selectFrom("audit_events").selectAll().execute(),
    await database.selectFrom("throttles").selectAll().execute(),
  ]);
  for (const secret of secrets) expect(everything).not.toContain(secret);
});

test("an answer to an ended session sets no cookie, because a late answer must not end a new login", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await portal.context.database.deleteFrom("sessions").where("account_id", "=", account.id).execute();
  const answer = await browser.call(validateAuth);
  expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect((await portal.browser().call(validateAuth)).headers["set-cookie"]).toBeUndefined();
  await logIn(browser, account);
  expect((await browser.call(validateAuth)).status).toBe(200);
});

test("logging out ends the session on the server, so that a copied cookie fails, and clears the cookies", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const copy = browser.cookies.get("session") ?? "";
  const answer = await browser.send({
    method: "POST",
    url: "/api/auth/auth/logout",
    payload: "",
    headers: { "content-type": "text/plain" },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({});
  expect([...browser.cookies.keys()].toSorted()).toEqual(["device", "language"]);
  browser.cookies.set("session", copy);
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("logging out in one browser keeps the other logged in", async () => {
  const { account } = await aTeacher(portal);
  const [one, other] = [await logIn(portal.browser(), account), await logIn(portal.browser(), account)];
  expect((await one.call(logOut)).status).toBe(200);
  expect((await other.call(validateAuth)).status).toBe(200);
});

test.each(["", "session=", "session=garbage", `session=${"Z".repeat(43)}`, "session=%00%ff"])(
  "logging out with the cookie %j succeeds",
  async (cookie) => {
    const answer = await portal.browser().send({ method: "POST", url: "/api/auth/auth/logout", headers: { cookie } });
    expect(answer).toMatchObject({ status: 200, body: {} });
  },
);
