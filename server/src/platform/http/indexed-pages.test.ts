/** The pages that search engines may index, because people search for the login page of their school (DESIGN A31). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

describe("search engines (need the built web app)", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await buildTestPortal({}, { withPages: true });
  });
  afterAll(() => portal.close());

  const htmlOf = async (url: string): Promise<string> => (await portal.app.inject({ url })).body;

  test("may index the login page, with its description", async () => {
    const html = await htmlOf("/login");
    expect(html).toMatch(/<meta name="description" content="Log in to [^"]{40,}">/);
    expect(html).not.toContain("noindex");
  });

  test.each([
    "/login?gameId=1&state=x",
    "/login?error=errors.userNotActive",
    "/login/password",
    "/forgot-password",
    "/account/set-password?code=0123456789abcdef",
    "/account/delete/0123456789abcdef",
    "/nothing/here",
  ])("may not index %s", async (url) => {
    const html = await htmlOf(url);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('name="description"');
  });
});
