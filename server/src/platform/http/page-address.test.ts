/** An address that names another host never redirects to that host, and never causes a 5xx. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

describe("addresses of pages (need the built web app)", () => {
  let portal: TestPortal;
  let port: number;
  beforeAll(async () => {
    portal = await buildTestPortal({}, { withPages: true });
    port = Number(new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" })).port);
  });
  afterAll(() => portal.close());

  /** Uses a real socket, because a URL parser and `inject` would normalize a hostile link. */
  const ask = (path: string, headers: Record<string, string> = {}): Promise<{ status: number | undefined; location: string | undefined }> =>
    new Promise((resolve, reject) => {
      const asking = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      });
      asking.once("error", reject).end();
    });

  test.each([
    "//evil.test/?language=nb",
    "//evil.test/login?language=nb",
    "///evil.test/?language=nb",
    "/\\evil.test/?language=nb",
    "http://evil.test/?language=nb",
    "//evil.test/login",
    "//",
    "//:",
    "//[",
    "//name:secret@host/",
    "//host:99999/",
    "/\\",
    "*",
  ])("%s is not found", async (path) => {
    expect(await ask(path)).toEqual({ status: 404, location: undefined });
  });

  test.each([
    ["/$userId", 404],
    ["/$", 404],
    ["/account/delete/{-$token}", 200],
    ["/users/$userId?filter=$x", 303],
    ["/player-groups/{$x}", 303],
  ])("%s with a placeholder of the router is plain text: %i", async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    if (status !== 303) return expect(answer.location).toBeUndefined();
    // The redirect escapes the `$`, so that the browser's router reads it as text too.
    expect(answer.location).toBe(path.replace(/^[^?]*/, (pathname) => pathname.replaceAll("$", "%24")));
    expect((await ask(answer.location ?? "")).location).toMatch(/^\/login\?postLoginPage=/);
  });

  test.each(["constructor", "__proto__", "toString;q=0.9, hasOwnProperty", "valueOf-NO"])(
    "a browser may prefer the language %s",
    async (language) => {
      expect(await ask("/login", { "accept-language": language })).toEqual({ status: 200, location: undefined });
    },
  );

  test("the language switch redirects to the same page", async () => {
    expect(await ask("/login?gameId=1&language=nb")).toEqual({ status: 303, location: "/login?gameId=1" });
  });
});
