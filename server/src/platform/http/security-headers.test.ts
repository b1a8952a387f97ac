/** The security headers of every answer (DESIGN 8.5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LightMyRequestResponse } from "fastify";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { carriesProof } from "./security-headers.ts";
import { anAddressOf, endpoints } from "#test/every-endpoint.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  portal.app.get("/api/auth/a-bug", () => {
    throw new Error("a bug");
  });
});
afterAll(() => portal.close());

function expectSafeHeaders({ headers }: LightMyRequestResponse, about: string, camera = "()"): void {
  expect(headers, about).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": `camera=${camera}, geolocation=(), microphone=()`,
    "referrer-policy": expect.stringMatching(/^(same-origin|no-referrer)$/),
    "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const policy = String(headers["content-security-policy"]);
  expect(policy, about).toContain("default-src 'none'");
  expect(policy, about).toContain("frame-ancestors 'none'");
  expect(policy, about).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|data:|blob:|\*/);
  for (const teller of ["server", "x-powered-by"]) expect(headers[teller], about).toBeUndefined();
}

test("every endpoint sends all of them, and is never cached", async () => {
  for (const endpoint of endpoints) {
    const response = await portal.app.inject({ method: endpoint.method, url: anAddressOf(endpoint) });
    expectSafeHeaders(response, endpoint.name);
    expect(response.headers["cache-control"], endpoint.name).toBe("no-store");
  }
});

test.each([
  ["/api/auth/no-such-call", 404],
  ["/api/auth/a-bug", 500],
  ["/api/auth/token/game/status", 400],
  ["/api/auth/auth/validate-auth", 401],
  ["/api/auth/openapi.json", 200],
])("%s (%i) answers with all of them, and is never kept", async (url, status) => {
  const response = await portal.app.inject({ method: "GET", url });
  expect(response.statusCode).toBe(status);
  expectSafeHeaders(response, url);
  expect(response.headers["cache-control"]).toBe("no-store");
});

test.each(["/livez", "/readyz", "/.well-known/jwks.json", "/.well-known/openid-configuration", "/no/such/page"])(
  "%s sends all of them",
  async (url) => {
    expectSafeHeaders(await portal.app.inject({ method: "GET", url }), url);
  },
);

test.each(["/%", "/api/auth/%zz"])("%s, which no route decodes, sends all of them, and HSTS on https", async (url) => {
  const secure = await buildTestPortal({ PUBLIC_URL: "https://portal.school.example" });
  const [over, under] = await Promise.all([secure.app.inject(url), portal.app.inject(url)]);
  await secure.close();
  expectSafeHeaders(under, url);
  expect(under.statusCode).toBe(400);
  expect(under.headers["cache-control"]).toBe("no-store");
  expect(under.headers["strict-transport-security"]).toBeUndefined();
  expect(over.headers["strict-transport-security"]).toMatch(/^max-age=/);
});

test("HSTS is sent on https alone", async () => {
  const secure = await buildTestPortal({ PUBLIC_URL: "https://portal.school.example" });
  const [over, under] = await Promise.all([secure.app.inject("/livez"), portal.app.inject("/livez")]);
  await secure.close();
  expect(over.headers["strict-transport-security"]).toMatch(/^max-age=(\d{8,}); includeSubDomains$/);
  expect(under.headers["strict-transport-security"]).toBeUndefined();
});

describe("other origins", () => {
  const origin = "https://game.example";

  test("are allowed only in answers for games, and never with cookies", async () => {
    for (const endpoint of endpoints) {
      const response = await portal.app.inject({
        method: endpoint.method,
        url: anAddressOf(endpoint),
        headers: { origin, "sec-fetch-site": "cross-site" },
      });
      const expected = endpoint.access.by === "game" ? "*" : undefined;
      expect(response.headers["access-control-allow-origin"], endpoint.name).toBe(expected);
      expect(response.headers["access-control-allow-credentials"], endpoint.name).toBeUndefined();
    }
  });

  test("may preflight only calls for games, and may never send our own header", async () => {
    for (const endpoint of endpoints.filter(({ method }) => method !== "GET")) {
      const response = await portal.app.inject({
        method: "OPTIONS",
        url: anAddressOf(endpoint),
        headers: { origin, "access-control-request-method": endpoint.method, "access-control-request-headers": "x-storyport" },
      });
      expect(response.statusCode, endpoint.name).toBe(endpoint.access.by === "game" ? 204 : 404);
      expect(response.headers["access-control-allow-credentials"], endpoint.name).toBeUndefined();
      expect(String(response.headers["access-control-allow-headers"]), endpoint.name).not.toContain("x-storyport");
    }
  });
});

describe("pages and files (need the built web app)", () => {
  let withPages: TestPortal;
  beforeAll(async () => {
    withPages = await buildTestPortal({}, { withPages: true });
  });
  afterAll(() => withPages.close());

  test.each(["/login", "/login/password", "/forgot-password", "/no/such/page", "/account/set-password?code=abcdefgh", "/"])(
    "the page %s carries a policy with a nonce of its own and is never kept",
    async (url) => {
      const [response, again] = await Promise.all([withPages.app.inject(url), withPages.app.inject(url)]);
      expect(response.statusCode).toBeLessThan(500);
      expectSafeHeaders(response, url);
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.headers["content-security-policy"]).not.toBe(again.headers["content-security-policy"]);
      expect(response.headers["content-security-policy"]).toContain("img-src 'self';");
    },
  );

  test.each(["/login/scan", "/login/scan/", "/LOGIN/SCAN?gameId=4"])("the page that scans badges may ask for a camera: %s", async (url) => {
    expectSafeHeaders(await withPages.app.inject(url), url, "(self)");
  });

  test("a page that does not exist answers 404 with a page", async () => {
    const response = await withPages.app.inject("/no/such/page");
    expect(response.statusCode).toBe(404);
    expect(response.headers["content-type"]).toContain("text/html");
  });

  test.each(["/assets/no-such-file.js", "/login.js", "/no-such.css", "/assets/", "/assets/../server/entry-server.js", "/.env"])(
    "the missing file %s gets 404, never a page",
    async (url) => {
      const response = await withPages.app.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers["content-type"]).toContain("application/json");
      expectSafeHeaders(response, url);
    },
  );

  test("a built file is cached for a year and has the headers too", async () => {
    const [, url = ""] = /(?:src|href)="(\/assets\/[^"]+)"/.exec((await withPages.app.inject("/login")).body) ?? [];
    const response = await withPages.app.inject({ url, headers: { "accept-encoding": "br" } });
    expect(response.statusCode).toBe(200);
    expectSafeHeaders(response, url);
    expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("the pictures of devices may be shown by games of other origins, and no other file may", async () => {
    const [picture, icon] = await Promise.all(["/device-pictures/anchor.svg", "/favicon.svg"].map((url) => withPages.app.inject(url)));
    expect(picture?.statusCode).toBe(200);
    expect(picture?.headers).toMatchObject({ "content-type": "image/svg+xml", "cross-origin-resource-policy": "cross-origin" });
    expect(picture?.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(icon?.headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test("hostile cookies and queries never break a page", async () => {
    const cookies = [
      "login-state=%7B%22gameId%22%3A%7B%7D%7D",
      "login-state=%E0%A4%A",
      "login-state={",
      "user=<script>alert(1)</script>",
      "session=a; session=b; user=c",
      "=;;;=",
      `login-state=${"x".repeat(8000)}`,
      "language=__proto__",
      "login-attempt=%00%ff",
    ];
    const queries = [
      "",
      "?gameId=__proto__",
      "?gameId=1&gameId=2",
      "?error=<script>alert(1)</script>",
      "?error=errors.__proto__",
      "?callbackUrl=javascript:alert(1)",
      "?%E0%A4%A=%",
      `?state=${"x".repeat(4000)}`,
      "?code=%00",
    ];
    for (const path of ["/login", "/login/password", "/game-login", "/login/qr", "/"]) {
      for (const [index, cookie] of cookies.entries()) {
        const url = `${path}${queries[index % queries.length]}`;
        const response = await withPages.app.inject({ url, headers: { cookie } });
        expect(response.statusCode, `${url} with ${cookie}: ${response.body.slice(0, 200)}`).toBeLessThan(500);
        expect(response.body).not.toContain("<script>alert(1)");
      }
      for (const query of queries) expect((await withPages.app.inject(`${path}${query}`)).statusCode, path + query).toBeLessThan(500);
    }
  });
});

test.each([
  ["/account/delete/secret", true],
  ["/account//delete/secret", true],
  ["/account/set-password?code=secret&activateAccount=true", true],
  ["/login/qr?code=secret", true],
  ["/_gamecode/delete-user?gameId=1&code=secret", true],
  ["/transfers/secret", true],
  ["/conformance-report/secret", true],
  ["/transfers", false],
  ["/account/request-deletion", false],
  ["/login?gameId=1", false],
])("whether %s carries a proof, so that its page sends no referrer: %j", (url, carries) => {
  expect(carriesProof(url)).toBe(carries);
});
