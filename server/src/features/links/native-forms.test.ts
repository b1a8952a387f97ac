/** Forms posted by the browser itself, before any script ran (DESIGN 8.10): those of mailed links, and hostile fields in every form. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkDeletionCode, deleteUserByForm, requestUserDeletion } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { logInWithPassword } from "@storyport/contract/login";
import { activateAccount, requestPasswordReset, setPassword } from "@storyport/contract/passwords";
import { aTeacher, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { askForDeletion, askForReset } from "#test/mailed-links.ts";
import { addressPolicy } from "#/platform/throttle.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
// The tests share a network address, and some of them use up its attempts.
beforeEach(async () => {
  await portal.context.database.deleteFrom("throttles").execute();
});

const newPassword = "Quiet-Harbour-52";
const nobodysToken = "t".repeat(43);

const post = (endpoint: Endpoint, fields: Record<string, string>, browser = portal.browser()) =>
  browser.postForm(endpointUrl(endpoint), fields);
const ledTo = (location: string) => ({ status: 303, headers: { location }, text: "" });
const statusOf = async (id: string) =>
  (await portal.context.database.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

async function aResetLink() {
  const { account } = await aTeacher(portal);
  return { ...account, token: await askForReset(portal, account.email) };
}
async function anActivationLink() {
  const account = await anAccount(portal, { status: "CREATED", password: null });
  return { ...account, token: await askForReset(portal, account.email) };
}
async function aDeletionLink(parts: Parameters<typeof aTeacher>[1] = {}) {
  const { account } = await aTeacher(portal, parts);
  const code = await askForDeletion(portal, account.email);
  const { body } = await portal.browser().call(checkDeletionCode, { params: { gameId: 1, code } });
  return { ...account, code, token: checkDeletionCode.response.parse(body).token };
}

async function theLastAdministrator() {
  await portal.context.database.deleteFrom("account_roles").where("role_key", "=", "admin").execute();
  return aDeletionLink({ platformRoles: ["admin"] });
}

describe("a form that asks for a letter", () => {
  test.each([
    ["/forgot-password", requestPasswordReset],
    ["/account/request-deletion", requestUserDeletion],
  ] as const)("on %s leads to its confirmation, the same for every address", async (page, endpoint) => {
    const { account } = await aTeacher(portal);
    const answers = await Promise.all([account.email, "nobody@school.example"].map((email) => post(endpoint, { email })));
    for (const answer of answers) {
      expect(answer).toMatchObject(ledTo(`${page}?done=1`));
      expect([answer.headers["set-cookie"]].flat()).toContain(`form-done=yes; Max-Age=600; Path=${page}; HttpOnly; SameSite=Lax`);
    }
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(account.email)).toHaveLength(1);
  });

  test.each([
    ["/forgot-password", requestPasswordReset],
    ["/account/request-deletion", requestUserDeletion],
  ] as const)("on %s leads back with the error and the input", async (page, endpoint) => {
    for (const email of ["", "plain", "a@b@c.example"]) {
      const browser = portal.browser();
      expect(await post(endpoint, { email }, browser)).toMatchObject(ledTo(`${page}?error=errors.invalidInput`));
      expect(decodeURIComponent(browser.cookies.get("login-attempt") ?? "")).toBe(email);
    }
    expect(await post(endpoint, {})).toMatchObject(ledTo(`${page}?error=errors.invalidInput`));
  });

  test.each([
    ["/forgot-password", requestPasswordReset],
    ["/account/request-deletion", requestUserDeletion],
  ] as const)("on %s a request too many leads to the page that says that the link was sent", async (page, endpoint) => {
    const email = `nobody-${endpoint.name}@school.example`;
    for (let count = 0; count < 4; count++) expect((await post(endpoint, { email })).headers.location).toBe(`${page}?done=1`);
  });
});

describe("the form of /account/set-password", () => {
  test("sets the password and is led to the page that says so", async () => {
    const { email, token } = await aResetLink();
    expect(await post(setPassword, { email, password: newPassword, token })).toMatchObject(ledTo("/account/set-password?done=1"));
    const login = await portal.browser().call(logInWithPassword, { body: { email, password: newPassword, deviceName: "a test" } });
    expect(login.status).toBe(200);
  });

  test("keeps token and address after a refusal, in cookies of one minute; the password nowhere", async () => {
    const { email, token } = await aResetLink();
    const answer = await post(setPassword, { email, password: "Too-Short-1", token });
    expect(answer).toMatchObject(ledTo("/account/set-password?error=errors.passwordTooWeak"));
    const cookies = [answer.headers["set-cookie"]].flat().map(String);
    expect(cookies).toContain(`link-attempt=${token}; Max-Age=60; Path=/account/set-password; HttpOnly; SameSite=Strict`);
    expect(cookies.join("\n")).toMatch(/^login-attempt=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/m);
    expect(JSON.stringify([answer.headers, answer.text])).not.toContain("Too-Short-1");
    const afterwards = await post(setPassword, { email, password: newPassword, token });
    expect([afterwards.headers["set-cookie"]].flat().join()).toMatch(/^link-attempt=; Max-Age=0; Path=\/account\/set-password;/);
  });

  test("keeps whether it is the first password", async () => {
    const { email, token } = await anActivationLink();
    const answer = await post(setPassword, { email, password: "Too-Short-1", token, activateAccount: "true" });
    expect(answer).toMatchObject(ledTo("/account/set-password?activateAccount=true&error=errors.passwordTooWeak"));
    const done = await post(setPassword, { email, password: newPassword, token, activateAccount: "true" });
    expect(done).toMatchObject(ledTo("/account/set-password?done=1"));
  });

  test("reports another account's address: errors.emailNotForResetLink", async () => {
    const { token } = await aResetLink();
    const answer = await post(setPassword, { email: "other@school.example", password: newPassword, token });
    expect(answer).toMatchObject(ledTo("/account/set-password?error=errors.emailNotForResetLink"));
  });

  test.each([
    ["errors.linkUsed", (fields: Record<string, string>) => post(setPassword, fields)],
    ["errors.resetLinkExpired", () => portal.clock.travel(3601)],
    ["errors.linkReplaced", async ({ email = "" }) => askForReset(portal, email)],
  ] as const)("reports the cause of a dead link (%s), and drops the token", async (reason, kill) => {
    const { email, token } = await aResetLink();
    const fields = { email, password: newPassword, token };
    await kill(fields);
    const browser = portal.browser();
    const location = `/account/set-password?error=errors.resetLinkIncorrectOrExpired&reason=${reason}`;
    expect(await post(setPassword, fields, browser)).toMatchObject(ledTo(location));
    expect(browser.cookies.has("link-attempt")).toBe(false);
  });

  test("reports a made-up link: errors.resetLinkIncorrectOrExpired", async () => {
    const answer = await post(setPassword, { email: "a@school.example", password: newPassword, token: nobodysToken });
    expect(answer).toMatchObject(ledTo("/account/set-password?error=errors.resetLinkIncorrectOrExpired"));
  });

  test("reports too many guesses: errors.tooManyAttempts", async () => {
    const browser = portal.browser();
    let last: unknown;
    for (let count = 0; count < addressPolicy.free + 10 && last !== "/account/set-password?error=errors.tooManyAttempts"; count++) {
      const token = `${count}`.padStart(43, "g");
      last = (await post(setPassword, { email: "a@school.example", password: newPassword, token }, browser)).headers.location;
    }
    expect(last).toBe("/account/set-password?error=errors.tooManyAttempts");
  });
});

describe("the form of /new-user-password", () => {
  test("activates the account and is led to the page that says so", async () => {
    const { email, id, token } = await anActivationLink();
    const answer = await post(activateAccount, { email, password: newPassword, token, gameId: "1" });
    expect(answer).toMatchObject(ledTo("/new-user-password?done=1"));
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test.each([
    ["errors.passwordTooWeak", { password: "short" }],
    ["errors.emailNotForResetLink", { email: "other@school.example" }],
    ["errors.invalidInput", { email: "plain" }],
  ])("leads back to its game's page: %s", async (code, wrong) => {
    const { email, token } = await anActivationLink();
    const browser = portal.browser();
    const answer = await post(activateAccount, { email, password: newPassword, token, gameId: "1", ...wrong }, browser);
    expect(answer).toMatchObject(ledTo(`/new-user-password?gameId=1&error=${code}`));
    expect(browser.cookies.get("link-attempt")).toBe(token);
  });

  test("reports a dead link: errors.invalidPasswordActivationCode", async () => {
    const { email, token } = await anActivationLink();
    const fields = { email, password: newPassword, token, gameId: "1" };
    await post(activateAccount, fields);
    const dead = "/new-user-password?gameId=1&error=errors.invalidPasswordActivationCode";
    expect(await post(activateAccount, fields)).toMatchObject(ledTo(`${dead}&reason=errors.linkUsed`));
    expect(await post(activateAccount, { ...fields, token: nobodysToken })).toMatchObject(ledTo(dead));
  });
});

describe("the form of /account/delete/", () => {
  // With the letter's token the call deletes the account. Without a token it mails the link.
  test("deletes the account and leads to the page that confirms it, not to the page of the request", async () => {
    const { email, id, code } = await aDeletionLink();
    expect(await post(requestUserDeletion, { email, token: code })).toMatchObject(ledTo("/account/delete?done=1"));
    expect(await statusOf(id)).toBe("DELETED");
  });

  test.each([
    ["errors.emailNotForDeletionLink", "other@school.example"],
    ["errors.invalidInput", "plain"],
  ])("leads back with its token: %s", async (error, email) => {
    const { id, code } = await aDeletionLink();
    const browser = portal.browser();
    const answer = await post(requestUserDeletion, { email, token: code }, browser);
    expect(answer).toMatchObject(ledTo(`/account/delete?error=${error}`));
    expect([answer.headers["set-cookie"]].flat().join()).toContain(`link-attempt=${code}; Max-Age=60; Path=/account/delete;`);
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test("sent twice says that the account may be deleted already: errors.deletionLinkUnknown", async () => {
    const { email, code } = await aDeletionLink();
    await post(requestUserDeletion, { email, token: code });
    const again = await post(requestUserDeletion, { email, token: code });
    expect(again).toMatchObject(ledTo("/account/delete?error=errors.deletionLinkExpired&reason=errors.deletionLinkUnknown"));
  });

  test("reports a dead link: errors.deletionLinkExpired", async () => {
    const { email, code } = await aDeletionLink();
    await askForDeletion(portal, email);
    const dead = "/account/delete?error=errors.deletionLinkExpired";
    expect(await post(requestUserDeletion, { email, token: code })).toMatchObject(ledTo(`${dead}&reason=errors.linkReplaced`));
    const unknown = `${dead}&reason=errors.deletionLinkUnknown`;
    expect(await post(requestUserDeletion, { email, token: nobodysToken })).toMatchObject(ledTo(unknown));
  });

  test("reports the last administrator: errors.accountNotDeletable, errors.lastAdministrator", async () => {
    const { email, code } = await theLastAdministrator();
    const location = "/account/delete?error=errors.accountNotDeletable&reason=errors.lastAdministrator";
    expect(await post(requestUserDeletion, { email, token: code })).toMatchObject(ledTo(location));
  });
});

describe("the form of /delete-user", () => {
  test("deletes the account and leads to the page that confirms it", async () => {
    const { id, code, token } = await aDeletionLink();
    expect(await post(deleteUserByForm, { token, gameId: "1", code })).toMatchObject(ledTo("/delete-user?done=1"));
    expect(await statusOf(id)).toBe("DELETED");
  });

  test("one of fifty concurrent posts deletes, the others are refused: errors.failedToDeleteUser", async () => {
    const { id, code, token } = await aDeletionLink();
    const sent = await Promise.all(Array.from({ length: 50 }, () => post(deleteUserByForm, { token, gameId: "1", code })));
    const locations = sent.map(({ headers }) => headers.location);
    const refused = "/delete-user?gameId=1&error=errors.failedToDeleteUser&reason=errors.deletionLinkUnknown";
    expect(locations.filter((location) => location === "/delete-user?done=1")).toHaveLength(1);
    expect(locations.filter((location) => location === refused)).toHaveLength(49);
    expect(await statusOf(id)).toBe("DELETED");
  });

  test("reports the last administrator, and shows its question again: errors.accountNotDeletable, errors.lastAdministrator", async () => {
    const { id, code, token } = await theLastAdministrator();
    const browser = portal.browser();
    const location = "/delete-user?gameId=1&error=errors.accountNotDeletable&reason=errors.lastAdministrator";
    expect(await post(deleteUserByForm, { token, gameId: "1", code }, browser)).toMatchObject(ledTo(location));
    expect(browser.cookies.get("link-attempt")).toBe(code);
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test("refuses a letter's code as the confirmation token", async () => {
    const { id, code } = await aDeletionLink();
    const answer = await post(deleteUserByForm, { token: code, gameId: "1", code });
    expect(answer).toMatchObject(ledTo("/delete-user?gameId=1&error=errors.failedToDeleteUser&reason=errors.deletionLinkUnknown"));
    expect(await statusOf(id)).toBe("ACTIVE");
  });
});

/** The form of a logout sends text, because it has no fields. */
const forms = endpoints.filter(({ form, bodyKind }) => form !== undefined && bodyKind === "form");

describe.each(forms.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) => {
  test("sent by another site is refused, without a page to land on and without a cookie", async () => {
    const answer = await portal.browser().send({
      method: "POST",
      url: endpointUrl(endpoint),
      payload: "",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.crossSite" } });
    expect([answer.headers["set-cookie"], answer.headers.location]).toEqual([undefined, undefined]);
  });

  test.each([
    "",
    "token=a&token=b&email=a&email=b&gameId=1&gameId=2&code=1&code=2",
    "token=%00%0d%0aSet-Cookie:%20session=x&code=%0d%0ax&gameId=1%0d%0aX:%201&email=%0d%0aSet-Cookie:%20session=x",
    `token=${"t".repeat(5000)}&code=${"c".repeat(5000)}&gameId=${"1".repeat(5000)}&email=${"e".repeat(5000)}`,
    "__proto__=1&constructor=2&token[]=x",
    "gameId=1%26done%3D1&code=//evil.example&token=%2F%2Fevil.example",
  ])("leads back to its own page for the hostile fields %#, never to an internal error", async (payload) => {
    const answer = await portal.browser().send({
      method: "POST",
      url: endpointUrl(endpoint),
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status, answer.text).toBe(303);
    const pages = [endpoint.form?.refusedAt, endpoint.form?.withProof?.refusedAt];
    const location = new URL(String(answer.headers.location), "http://portal.example");
    expect(pages).toContain(location.pathname);
    expect(location.searchParams.get("error")).toMatch(/^errors\.(?!unexpected$)\w+$/);
    expect(location.searchParams.has("done")).toBe(false);
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) expect(cookie).toMatch(/^(login|link)-attempt=[^;\r\n]*;/);
  });
});
