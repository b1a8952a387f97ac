import { describe, expect, test } from "vitest";
import { openDashboard } from "#/dashboard-login.ts";
import { endpointUrl } from "#/endpoint.ts";
import { organizationManifest, publicManifest } from "#/games.ts";
import { validateAuth } from "#/login.ts";

describe("the address of an endpoint", () => {
  test("is the base followed by the path", () => {
    expect(endpointUrl(validateAuth)).toBe("/api/auth/auth/validate-auth");
    expect(endpointUrl(publicManifest)).toBe("/api/auth/manifest/orgs/");
  });

  test("encodes parameters, so that none leads to another path", () => {
    expect(endpointUrl(organizationManifest, { params: { orgId: "a/../b?c#d" } })).toBe("/api/auth/manifest/orgs/a%2F..%2Fb%3Fc%23d");
    expect(endpointUrl(organizationManifest, { params: { orgId: 7 } })).toBe("/api/auth/manifest/orgs/7");
  });

  test("without its parameter is the shorter path of the specification", () => {
    expect(endpointUrl(organizationManifest)).toBe("/api/auth/manifest/orgs/");
  });

  test("encodes the query and leaves out what is undefined", () => {
    const query = { gameId: "a&b=c", orgId: undefined, state: "å +%\r\n" };
    const url = new URL(endpointUrl(openDashboard, { query }), "http://localhost");
    expect([...url.searchParams]).toEqual([
      ["gameId", "a&b=c"],
      ["state", "å +%\r\n"],
    ]);
  });

  test("has no question mark without a query", () => {
    expect(endpointUrl(openDashboard, { query: { state: undefined } })).toBe("/api/auth/token/analytics/access");
  });
});
