/** Changes are accepted from the portal's own pages alone; generated from the contract (DESIGN A15). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicUrl, buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher } from "#test/builders.ts";
import { anAddressOf, endpoints, needsOurPages } from "#test/every-endpoint.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const guarded = endpoints.filter(needsOurPages);
const open = endpoints.filter((endpoint) => !needsOurPages(endpoint));

async function codeFor(endpoint: (typeof guarded)[number], headers: Record<string, string>): Promise<unknown> {
  const response = await portal.app.inject({ method: endpoint.method, url: anAddressOf(endpoint), headers });
  return response.body === "" ? undefined : response.json<{ code?: string }>().code;
}

const oldBrowser = { "user-agent": "Mozilla/5.0 (X11; rv:65.0) Gecko/20100101 Firefox/65.0", "accept-language": "en" };
const foreign: [string, Record<string, string>][] = [
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
  ["a typed address", { "sec-fetch-site": "none" }],
  ["a value no browser sends", { "sec-fetch-site": "same-origin, cross-site" }],
  ["another site that claims our origin", { "sec-fetch-site": "cross-site", origin: publicUrl }],
  ["another site with our header", { "sec-fetch-site": "cross-site", "x-storyport": "1" }],
  ["another origin", { origin: "https://attacker.example" }],
  ["another origin with our header", { origin: "https://attacker.example", "x-storyport": "1" }],
  ["an opaque origin", { origin: "null" }],
  ["an origin that begins like ours", { origin: `${publicUrl}.attacker.example` }],
  ["another port", { origin: publicUrl.replace("3000", "3001") }],
  ["https instead of http", { origin: publicUrl.replace("http:", "https:") }],
  ["a form that names no browser", { "content-type": "application/x-www-form-urlencoded" }],
  ["a form with a file that names no browser", { "content-type": "multipart/form-data; boundary=x" }],
  ["an old browser's plain text", { ...oldBrowser, "content-type": "text/plain" }],
  ["an old browser's request without a body", oldBrowser],
  ["a referer of another site", { referer: "https://attacker.example/?http://localhost:3000/" }],
  ["a referer that is no address", { referer: "not an address" }],
];

describe.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))("%s", (_name, endpoint) => {
  // A program that follows this link names neither a page nor a browser.
  const namesBrowser = ([, headers]: (typeof foreign)[number]) =>
    Object.keys(headers).some((name) => /^(sec-fetch-site|origin|referer|user-agent)$/.test(name));
  test.each(endpoint.fromPrograms === "accepted" ? foreign.filter(namesBrowser) : foreign)("is refused to %s", async (_who, headers) => {
    expect(await codeFor(endpoint, headers)).toBe("errors.crossSite");
  });

  test.each<[string, Record<string, string>]>([
    ["our own page", { "sec-fetch-site": "same-origin" }],
    ["our origin, of a browser without Fetch Metadata", { origin: publicUrl }],
    ["a program with our own header", { "x-storyport": "1" }],
  ])("is open to %s", async (_who, headers) => {
    expect(await codeFor(endpoint, headers)).not.toBe("errors.crossSite");
  });
});

test("a program that names no browser makes every call but a GET that changes something", async () => {
  for (const endpoint of guarded) {
    const code = await codeFor(endpoint, { "content-type": endpoint.bodyKind === "text" ? "text/plain" : "application/json" });
    if (endpoint.method === "GET" && endpoint.fromPrograms !== "accepted") expect(code, endpoint.name).toBe("errors.crossSite");
    else expect(code, endpoint.name).not.toBe("errors.crossSite");
  }
});

test("a program logs in, is known by its cookie, and logs out", async () => {
  const { account } = await aTeacher(portal);
  const loggedIn = await portal.app.inject({
    method: "POST",
    url: "/api/auth/pw/login",
    payload: { email: account.email, password: aPassword, deviceName: "curl" },
  });
  expect(loggedIn.statusCode).toBe(200);
  const cookies = Object.fromEntries(loggedIn.cookies.map(({ name, value }) => [name, value]));
  expect((await portal.app.inject({ url: "/api/auth/auth/validate-auth", cookies })).statusCode).toBe(200);
  expect((await portal.app.inject({ method: "POST", url: "/api/auth/auth/logout", cookies })).statusCode).toBe(200);
  expect((await portal.app.inject({ url: "/api/auth/auth/validate-auth", cookies })).statusCode).toBe(401);
});

test("a referer alone proves a navigation, never a write", async () => {
  for (const endpoint of guarded) {
    const code = await codeFor(endpoint, { referer: `${publicUrl}/game-redirect` });
    if (endpoint.method === "GET") expect(code, endpoint.name).not.toBe("errors.crossSite");
    else expect(code, endpoint.name).toBe("errors.crossSite");
  }
});

test("a refusal comes before the body is read, so that another site's ten megabytes are not parsed", async () => {
  const response = await portal.app.inject({
    method: "POST",
    url: "/api/auth/pw/login",
    headers: { "sec-fetch-site": "cross-site", "content-type": "application/json" },
    payload: `"${"x".repeat(10_000_000)}"`,
  });
  expect(response.json()).toMatchObject({ code: "errors.crossSite" });
});

test("reads and calls for games are accepted from any origin", async () => {
  expect(open.length).toBeGreaterThan(5);
  for (const endpoint of open) {
    expect(await codeFor(endpoint, { "sec-fetch-site": "cross-site" }), endpoint.name).not.toBe("errors.crossSite");
  }
});

test("every endpoint except GET, games' and providers' is guarded", async () => {
  for (const { method, access, name } of open)
    expect(method === "GET" || access.by === "game" || access.by === "provider", name).toBe(true);
});

test("the password login has no method besides POST", async () => {
  for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] as const) {
    const response = await portal.app.inject({ method, url: "/api/auth/pw/login", headers: { "sec-fetch-site": "same-origin" } });
    expect(response.statusCode, method).toBe(404);
  }
});
