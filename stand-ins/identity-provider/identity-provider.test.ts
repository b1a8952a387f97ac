import { afterEach, beforeEach, expect, test } from "vitest";
import {
  askUserinfo,
  beginLogin,
  callbackOf,
  createStandInBrowser,
  endLogin,
  portalUrl,
  type BrowserAnswer,
  type StandInBrowser,
} from "#/test/relying-party.ts";
import { demoPeople, type ProviderName } from "./demo-people.ts";
import { startIdentityProvider, type RunningIdentityProvider } from "./start-identity-provider.ts";

let standIn: RunningIdentityProvider;
let browser: StandInBrowser;

beforeEach(async () => {
  standIn = await startIdentityProvider({ port: 0, portalUrl });
  browser = createStandInBrowser();
});

afterEach(() => standIn.close());

test.each(demoPeople.map((person) => [person.provider, person.key, person] as const))(
  "at %s, %s logs in by code, PKCE and nonce, with a subject that never changes",
  async (name, key, person) => {
    const { attempt, answer } = await logIn(name, key);
    const { tokens, claims } = await endLogin(attempt, name, callbackOf(answer));
    const expected = { sub: person.subject, email: person.email, email_verified: person.isEmailVerified, name: person.name };
    expect(claims).toMatchObject({ ...expected, iss: `${standIn.url}/${name}`, aud: "storyport" });
    expect(await askUserinfo(attempt, tokens.access_token, person.subject)).toEqual(expected);
  },
);

test("Apple returns by a form that posts itself, the others by a redirect", async () => {
  const { answer } = await logIn("apple", "mona");
  expect(answer.text).toContain(`<form method="post" action="${portalUrl}/api/auth/apple/callback">`);
  expect((await logIn("google", "admin")).answer.location).toMatch(new RegExp(`^${portalUrl}/api/auth/google/callback\\?code=`));
});

test("Apple demands form_post, and does not redirect other requests", async () => {
  const { address } = await beginLogin(standIn.url, "apple", { response_mode: "query" });
  const answer = await browser.open(address);
  expect(answer).toMatchObject({ status: 400, location: "", text: expect.stringContaining("response_mode must be form_post") });
});

test.each(["feide", "google", "apple"] as const)("at %s the person may decline", async (name) => {
  const { address, state } = await beginLogin(standIn.url, name);
  const chooser = await browser.open(address);
  const refused = await browser.open((await browser.open(chooser.location, { cancel: "yes" })).location);
  expect(Object.fromEntries(callbackOf(refused))).toMatchObject({ error: "access_denied", state, iss: `${standIn.url}/${name}` });
});

test("the chooser lists exactly the people of its provider", async () => {
  const { address } = await beginLogin(standIn.url, "feide");
  const { text } = await browser.open((await browser.open(address)).location);
  expect([...text.matchAll(/name="person" value="(\w+)"/g)].map(([, key]) => key)).toEqual(["kari", "ola", "nora", "bo"]);
});

test("its own page lists all people and the mood of each provider", async () => {
  standIn.setMood("apple", "expired");
  const { text } = await browser.open(standIn.url);
  for (const { key } of demoPeople) expect(text).toContain(`(${key})`);
  expect(text).toContain("Its mood: expired");
});

test("the chooser of another browser's login is refused", async () => {
  const { address } = await beginLogin(standIn.url, "feide");
  const { location } = await browser.open(address);
  const other = createStandInBrowser();
  expect((await other.open(location)).status).toBe(400);
  expect((await other.open(location, { person: "kari" })).status).toBe(400);
});

test("Feide logs in a known browser silently; after its logout it asks again", async () => {
  const { attempt, answer } = await logIn("feide", "kari");
  const { idToken } = await endLogin(attempt, "feide", callbackOf(answer));
  expect(callbackOf(await browser.open((await beginLogin(standIn.url, "feide")).address)).get("code")).not.toBeNull();
  const logout = new URL(attempt.server.end_session_endpoint ?? "");
  logout.search = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: `${portalUrl}/login`,
    state: "s",
  }).toString();
  expect(await browser.open(logout.href)).toMatchObject({ status: 303, location: `${portalUrl}/login?state=s` });
  expect((await browser.open((await beginLogin(standIn.url, "feide")).address)).location).toContain("/feide/interaction/");
});

test("two concurrent tabs both return with a valid code", async () => {
  const [first, second] = [await logIn("feide", "kari"), await beginLogin(standIn.url, "feide")];
  const later = await browser.open(second.address);
  const { claims } = await endLogin(first.attempt, "feide", callbackOf(first.answer));
  expect((await endLogin(second, "feide", callbackOf(later))).claims?.sub).toBe(claims?.sub);
});

test("a second person at the browser gets nothing of the first", async () => {
  await logIn("google", "admin");
  const { attempt, answer } = await logIn("google", "camille", { prompt: "select_account", scope: "openid" });
  const { tokens, claims } = await endLogin(attempt, "google", callbackOf(answer));
  expect(await askUserinfo(attempt, tokens.access_token, claims?.sub ?? "")).toEqual({ sub: "104729000000000000002" });
});

test("a logout redirects only to the portal", async () => {
  const { attempt, answer } = await logIn("feide", "kari");
  const { idToken } = await endLogin(attempt, "feide", callbackOf(answer));
  const logout = new URL(attempt.server.end_session_endpoint ?? "");
  logout.search = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: "https://evil.example/" }).toString();
  expect(await browser.open(logout.href)).toMatchObject({ status: 400, location: "" });
});

test("Google asks a known browser only on request; another person may then log in", async () => {
  await logIn("google", "admin");
  const silent = await browser.open((await beginLogin(standIn.url, "google")).address);
  expect(callbackOf(silent).get("code")).not.toBeNull();
  const { attempt, answer } = await logIn("google", "camille", { prompt: "select_account" });
  const { claims } = await endLogin(attempt, "google", callbackOf(answer));
  expect(claims).toMatchObject({ email: "teacher@lyceehugo.example" });
});

test("Apple asks every time", async () => {
  await logIn("apple", "mona");
  expect((await browser.open((await beginLogin(standIn.url, "apple")).address)).location).toContain("/apple/interaction/");
});

test("a login at one provider does not count at the others", async () => {
  await logIn("feide", "kari");
  expect((await browser.open((await beginLogin(standIn.url, "google")).address)).location).toContain("/google/interaction/");
});

test("Feide returns the school's data about a person only with the access token", async () => {
  const { attempt, answer } = await logIn("feide", "nora");
  const { tokens } = await endLogin(attempt, "feide", callbackOf(answer));
  const ask = (authorization: string) => fetch(`${standIn.url}/feide/userinfo/v1/userinfo`, { headers: { authorization } });
  expect(await (await ask(`Bearer ${tokens.access_token}`)).json()).toMatchObject({
    uid: "nora",
    displayName: "Nora Liten",
    eduPersonPrincipalName: "nora@fjordskolen.example",
    eduPersonAffiliation: ["student", "member"],
    eduPersonEntitlement: [expect.any(String), expect.any(String)],
  });
  expect((await ask("Bearer another")).status).toBe(401);
  expect((await ask("")).status).toBe(401);
});

test.each([
  ["another callback", { redirect_uri: `${portalUrl}/api/auth/google/callback` }],
  ["another client", { client_id: "somebody" }],
])("%s is refused on a page of the provider's own", async (_what, wrong) => {
  const { address } = await beginLogin(standIn.url, "feide", wrong);
  expect(await browser.open(address)).toMatchObject({ status: 400, location: "" });
});

test("without PKCE there is no login", async () => {
  const { address } = await beginLogin(standIn.url, "feide");
  const without = new URL(address);
  without.searchParams.delete("code_challenge");
  without.searchParams.delete("code_challenge_method");
  expect(callbackOf(await browser.open(without.href)).get("error")).toBe("invalid_request");
});

test("a code is redeemed once, and not with another secret", async () => {
  const { attempt, answer } = await logIn("google", "admin");
  await expect(endLogin(attempt, "feide", callbackOf(answer))).rejects.toMatchObject({ error: "invalid_client" });
  await endLogin(attempt, "google", callbackOf(answer));
  await expect(endLogin(attempt, "google", callbackOf(answer))).rejects.toMatchObject({ error: "invalid_grant" });
});

async function logIn(name: ProviderName, person: string, more?: Record<string, string>) {
  const attempt = await beginLogin(standIn.url, name, more);
  const chooser = await browser.open(attempt.address);
  expect(chooser.location).toContain(`/${name}/interaction/`);
  const chosen = await browser.open(chooser.location, { person });
  const answer: BrowserAnswer = await browser.open(chosen.location);
  return { attempt, answer };
}
