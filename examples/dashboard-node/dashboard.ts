// A dashboard for staff: openid-client logs in, reads the name and logs out; jose reads Storyport's logout notices.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as openid from "openid-client";
import { patientFetch } from "./patient-fetch.ts";

const { PORT = "3012", PORTAL_URL = "http://localhost:3000", CLIENT_ID = "" } = process.env;
const ownUrl = `http://127.0.0.1:${PORT}`;

// Only the demo speaks http. Leave `demo` out for https.
// oxlint-disable-next-line typescript/no-deprecated -- the library marks it only as a warning, and the demo speaks http
const demo = PORTAL_URL.startsWith("http://") ? [openid.allowInsecureRequests] : [];
// Without enableNonRepudiationChecks the library does not check the signature of an ID token.
const options = { execute: [openid.enableNonRepudiationChecks, ...demo], [openid.customFetch]: patientFetch };
const client = await openid.discovery(new URL(PORTAL_URL), CLIENT_ID, undefined, openid.None(), options);
const { issuer, jwks_uri: jwksUri = "" } = client.serverMetadata();
const keys = createRemoteJWKSet(new URL(jwksUri));

interface Session {
  /** The login at Storyport, as logout notices name it. */
  loginId: unknown;
  idToken: string;
  name: string;
}

/** By the secret of a cookie. A real dashboard keeps them in its database. */
const sessions = new Map<string, Session>();

/** What a login must match. It waits in a cookie, so that no other browser can finish the login. */
interface Begun {
  expectedState: string;
  expectedNonce: string;
  pkceCodeVerifier: string;
}

async function logIn(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const begun: Begun = {
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
    pkceCodeVerifier: openid.randomPKCECodeVerifier(),
  };
  const address = openid.buildAuthorizationUrl(client, {
    redirect_uri: `${ownUrl}/callback`,
    scope: "openid profile email",
    state: begun.expectedState,
    nonce: begun.expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(begun.pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  setCookie(response, "login", Buffer.from(JSON.stringify(begun)).toString("base64url"));
  redirect(response, address.href);
}

async function finishLogin(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const cookie = readCookie(request, "login");
  if (cookie === undefined) return page(response, 400, "<p>This login began in another browser. Nothing was done with it.</p>");
  // A login is finished once, whatever comes of it, so that no reload sends its code again.
  setCookie(response, "login", "; Max-Age=0");
  const begun = JSON.parse(Buffer.from(cookie, "base64url").toString()) as Begun;
  // Checks state, iss, nonce, audience, expiry and the signature of the ID token.
  const tokens = await openid.authorizationCodeGrant(client, new URL(request.url ?? "/", ownUrl), { ...begun, idTokenExpected: true });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw new Error("There is no ID token.");
  // The name is there only if the school shares names with this dashboard.
  const { name = "a user without a shared name" } = await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
  const secret = randomBytes(32).toString("base64url");
  sessions.set(secret, { loginId: claims["sid"], idToken: tokens.id_token, name });
  setCookie(response, "session", secret);
  redirect(response, "/");
}

/** Logs out here and at Storyport, which leads back (RP-Initiated Logout). A POST, so that no other site's link can do it. */
function logOut(request: IncomingMessage, response: ServerResponse): void {
  const secret = readCookie(request, "session") ?? "";
  const idToken = sessions.get(secret)?.idToken;
  sessions.delete(secret);
  if (idToken === undefined) return redirect(response, "/");
  // The issuer of a conformance run has no login of its own to end.
  if (client.serverMetadata().end_session_endpoint === undefined) return redirect(response, "/logged-out");
  const address = openid.buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: `${ownUrl}/logged-out` });
  redirect(response, address.href);
}

/** Storyport calls this when the login ends there: by a logout, a lesson's bell, or a deactivation (Back-Channel Logout). */
async function takeNotice(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = new URLSearchParams(await bodyOf(request)).get("logout_token") ?? "";
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: CLIENT_ID, typ: "logout+jwt", requiredClaims: ["sid", "jti"] });
    const { events, sid, nonce } = payload;
    const isLogout = Object.hasOwn(Object(events), "http://schemas.openid.net/event/backchannel-logout");
    if (!isLogout || nonce !== undefined) throw new Error("This is no logout token.");
    for (const [secret, { loginId }] of sessions) if (loginId === sid) sessions.delete(secret);
    response.writeHead(200, { "cache-control": "no-store" }).end();
  } catch {
    response.writeHead(400, { "cache-control": "no-store" }).end();
  }
}

function home(request: IncomingMessage, response: ServerResponse): void {
  const session = sessions.get(readCookie(request, "session") ?? "");
  if (session === undefined) return page(response, 200, '<p>You are not logged in.</p><a href="/login">Log in with Storyport</a>');
  page(response, 200, `<p>You are ${escape(session.name)}.</p><form method="post" action="/logout"><button>Log out</button></form>`);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const routes: Readonly<Record<string, Handler>> = {
  "GET /": home,
  "GET /login": logIn,
  "GET /callback": finishLogin,
  "POST /logout": logOut,
  "GET /logged-out": (_request, response) => page(response, 200, '<p>You are logged out.</p><a href="/login">Log in with Storyport</a>'),
  "POST /backchannel-logout": takeNotice,
};

const server = createServer((request, response) => {
  // An address such as "//" is no URL. Reading it as one would throw, and end the program.
  const [pathname] = (request.url ?? "/").split("?", 1);
  const route = routes[`${request.method} ${pathname}`];
  if (route === undefined) return void response.writeHead(404).end();
  void Promise.resolve(route(request, response)).catch((error: unknown) => {
    // A refused login brings an error in place of a code. It is no fault of this program.
    const isRefused = error instanceof openid.AuthorizationResponseError;
    if (!isRefused) console.error(error);
    page(response, isRefused ? 400 : 502, '<p>The login did not finish.</p><a href="/login">Try again</a>');
  });
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The dashboard is at ${ownUrl}/`));

function page(response: ServerResponse, status: number, content: string): void {
  const text = `<!doctype html><html lang="en"><title>Dashboard</title><h1>Dashboard</h1>${content}</html>`;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(text);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

/** Add `Secure` with https. `Lax` lets the way back from Storyport bring the cookie. */
function setCookie(response: ServerResponse, name: string, value: string): void {
  response.appendHeader("set-cookie", `${name}=${value}; HttpOnly; SameSite=Lax; Path=/`);
}

function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? "").split("; ");
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) {
    body += String(part);
    if (body.length > 16_384) throw new Error("The body is too long.");
  }
  return body;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
