import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginLogin, callbackOf, createStandInBrowser, endLogin, portalUrl, type LoginAttempt } from "#/test/relying-party.ts";
import { evilDescription, forgeries, type Forgery } from "./moods.ts";
import { startIdentityProvider, type RunningIdentityProvider } from "./start-identity-provider.ts";

let standIn: RunningIdentityProvider;

beforeEach(async () => {
  standIn = await startIdentityProvider({ port: 0, portalUrl, slowForMilliseconds: 400 });
});

afterEach(() => standIn.close());

const discovery = (name: string) => fetch(`${standIn.url}/${name}/.well-known/openid-configuration`);

test("a mood is set over HTTP for one provider, and can be reset", async () => {
  expect(await (await setOverHttp("feide", "away")).json()).toEqual({ feide: "away", google: "well", apple: "well" });
  expect((await discovery("feide")).status).toBe(503);
  expect((await discovery("google")).status).toBe(200);
  await setOverHttp("feide", "well");
  expect((await discovery("feide")).status).toBe(200);
  expect((await setOverHttp("feide", "sad")).status).toBe(400);
  expect((await setOverHttp("nobody", "well")).status).toBe(400);
});

test("a page of another site cannot set a mood", async () => {
  const answer = await fetch(`${standIn.url}/moods`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" },
    body: JSON.stringify({ provider: "feide", mood: "away" }),
  });
  expect(answer.status).toBe(403);
});

test("unreachable, it closes the connection", async () => {
  standIn.setMood("google", "unreachable");
  await expect(discovery("google")).rejects.toThrow();
});

test("slow, it answers late, and still stops quickly", async () => {
  standIn.setMood("apple", "slow");
  const late = discovery("apple");
  const first = await Promise.race([late.then(() => "apple"), discovery("google").then(() => "google")]);
  expect(first).toBe("google");
  expect((await late).status).toBe(200);
  const cut = discovery("apple").then(
    () => "answered",
    () => "cut off",
  );
  await standIn.close();
  expect(await cut).toBe("cut off");
});

test("a login begun before the provider went away can be finished in the browser", async () => {
  const { attempt, callback } = await logIn(() => standIn.setMood("google", "away"));
  expect(callback.get("code")).not.toBeNull();
  await expect(endLogin(attempt, "google", callback)).rejects.toMatchObject({ cause: { status: 503 } });
});

test.each(["google", "apple"] as const)("the evil error of %s comes back with markup in its description", async (name) => {
  standIn.setMood(name, "evil-error");
  const { address, state } = await beginLogin(standIn.url, name);
  const callback = callbackOf(await createStandInBrowser().open(address));
  expect(Object.fromEntries(callback)).toMatchObject({ error: "access_denied", error_description: evilDescription, state });
});

const complaints: Record<Forgery, RegExp> = {
  "wrong-issuer": /"iss"/,
  "wrong-audience": /"aud"/,
  "wrong-nonce": /"nonce"/,
  "wrong-signature": /signature verification failed/,
  "alg-none": /"alg"/,
  expired: /"exp"/,
};

test.each(forgeries)("an ID token with %s is issued, and a stock library refuses it for that fault", async (forgery) => {
  standIn.setMood("google", forgery);
  const { attempt, callback } = await logIn();
  await expect(endLogin(attempt, "google", callback)).rejects.toThrow(complaints[forgery]);
});

test.each([
  ["wrong-issuer", { iss: "https://issuer.evil.example" }],
  ["wrong-audience", { aud: "another-client" }],
  ["wrong-nonce", { nonce: "a-nonce-of-another-login" }],
  ["wrong-signature", {}],
  ["alg-none", {}],
  ["expired", { exp: expect.any(Number) }],
] as const)("%s is the only thing wrong with it", async (forgery, wrong) => {
  standIn.setMood("google", forgery);
  const { attempt, callback } = await logIn();
  const idToken = await redeemUnchecked(attempt, callback);
  const right = { iss: `${standIn.url}/google`, aud: "storyport", nonce: attempt.nonce, sub: "104729000000000000001" };
  const claims = decodeJwt(idToken);
  expect(claims).toMatchObject({ ...right, ...wrong });
  expect((claims.exp ?? 0) < Date.now() / 1000).toBe(forgery === "expired");
  const header = forgery === "alg-none" ? { alg: "none" } : { alg: "RS256", kid: expect.any(String) };
  expect(forgery === "alg-none" ? JSON.parse(atob(idToken.split(".")[0] ?? "")) : decodeProtectedHeader(idToken)).toMatchObject(header);
});

function setOverHttp(provider: string, mood: string): Promise<Response> {
  return fetch(`${standIn.url}/moods`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider, mood }),
  });
}

async function logIn(whileChoosing = () => {}) {
  const browser = createStandInBrowser();
  const attempt = await beginLogin(standIn.url, "google");
  const chooser = await browser.open(attempt.address);
  whileChoosing();
  const chosen = await browser.open(chooser.location, { person: "admin" });
  return { attempt, callback: callbackOf(await browser.open(chosen.location)) };
}

async function redeemUnchecked({ server, verifier, callbackUrl }: LoginAttempt, callback: URLSearchParams): Promise<string> {
  const form = {
    grant_type: "authorization_code",
    client_id: "storyport",
    client_secret: "google-demo-secret",
    code: callback.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: callbackUrl,
  };
  const response = await fetch(server.token_endpoint ?? "", { method: "POST", body: new URLSearchParams(form) });
  const answer: unknown = await response.json();
  const idToken: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "id_token") : undefined;
  if (typeof idToken !== "string") throw new Error(`No ID token: ${JSON.stringify(answer)}`);
  return idToken;
}
