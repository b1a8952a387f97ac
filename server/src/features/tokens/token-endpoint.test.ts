import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { deviceGrantType, issueTokens, narrowScope, revokeToken } from "@storyport/contract/tokens";
import { requestDeviceCode } from "@storyport/contract/seats";
import { validateAuth } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aSession, aTeacher } from "#test/builders.ts";
import { handOver, postForm, postJson, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  // A known client that owns none of the codes and tokens.
  await aGame(portal, { id: 1 });
});
afterAll(() => portal.close());

async function aHandOver() {
  const { account, organization, game } = await aTeacher(portal);
  return handOver(await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }), game);
}

const url = endpointUrl(issueTokens);
const challenge = 'Basic realm="token", charset="UTF-8"';
const basic = (id: string, secret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

describe("client authentication", () => {
  const dashboardForm = { grant_type: "refresh_token", refresh_token: "x", client_id: "dashboard" };
  test.each([
    ["no client", { grant_type: "refresh_token", refresh_token: "x" }, {}],
    ["an empty name", { ...dashboardForm, client_id: "" }, {}],
    ["a game's key", { ...dashboardForm, client_id: "storyport-no" }, {}],
    ["a number with a zero in front", { ...dashboardForm, client_id: "01" }, {}],
    ["a malformed number", { ...dashboardForm, client_id: "1e1" }, {}],
    ["the dashboard without its secret", dashboardForm, {}],
    ["the dashboard with an empty secret", { ...dashboardForm, client_secret: "" }, {}],
    // The secret of the demo, but for its last letter.
    ["the dashboard with a wrong secret", { ...dashboardForm, client_secret: "dashboard-demo-secreT" }, {}],
    ["the dashboard with a wrong secret in the header", dashboardForm, basic("dashboard", "wrong")],
    ["the dashboard with a header without a colon", dashboardForm, { authorization: `Basic ${btoa("dashboard")}` }],
    ["a game with a secret", { ...dashboardForm, client_id: "1", client_secret: "any" }, {}],
    ["a game with a secret in the header", { ...dashboardForm, client_id: "1" }, basic("1", "any")],
  ])("%s: 401 invalid_client", async (_, form, headers) => {
    const { status, body, headers: answered } = await postToken(portal, form, headers);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: "invalid_client", code: "errors.clientInvalid" });
    expect(answered["www-authenticate"]).toBe(challenge);
  });

  test.each([
    ["in the form", { client_id: "1", client_secret: "" }, {}],
    ["in the header", {}, basic("1", "")],
    ["in the header, beside the same client_id", { client_id: "1" }, basic("1", "")],
  ])("an empty client_secret counts as none: %s (RFC 6749, 3.2)", async (_, client, headers) => {
    const { status, body } = await postToken(portal, { grant_type: "refresh_token", refresh_token: "x", ...client }, headers);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test.each([
    ["a wrong secret in the form", { client_id: "dashboard", client_secret: "wrong" }, "client_secret"],
    ["the right secret in the form too", { client_id: "dashboard", client_secret: "dashboard-demo-secret" }, "client_secret"],
    ["another client_id in the form", { client_id: "1" }, "client_id"],
  ])("a request authenticates its client once: the header with %s gets 400 invalid_request (RFC 6749, 2.3)", async (_, client, field) => {
    const { clientSecret } = portal.context.settings.dashboard;
    const form = { grant_type: "refresh_token", refresh_token: "x", ...client };
    const { status, body } = await postToken(portal, form, basic("dashboard", clientSecret));
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_request", errors: [{ field }] } });
  });

  test("an empty client_id or client_secret beside the header counts as none", async () => {
    const { clientSecret } = portal.context.settings.dashboard;
    const form = { grant_type: "refresh_token", refresh_token: "x", client_id: "", client_secret: "" };
    const { status, body } = await postToken(portal, form, basic("dashboard", clientSecret));
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  // The second number is larger than any number of a game can be.
  test.each(["999999999", "9999999999"])(
    "the number %s of no game: 401 invalid_client, for each grant and the revocation",
    async (number) => {
      const proof = { code: "x", redirect_uri: "https://game.example/callback", code_verifier: "v".repeat(43) };
      const grants = {
        authorization_code: proof,
        refresh_token: { refresh_token: "x" },
        [deviceGrantType]: { device_code: "x" },
      };
      const asked = Object.entries(grants).map(([grant_type, rest]) => postToken(portal, { grant_type, client_id: number, ...rest }));
      const revoked = postForm(portal, endpointUrl(revokeToken), { form: { client_id: number, token: "x" } });
      for (const { status, body, headers } of await Promise.all([...asked, revoked])) {
        expect({ status, body }).toMatchObject({ status: 401, body: { error: "invalid_client", code: "errors.clientInvalid" } });
        expect(headers["www-authenticate"]).toBe(challenge);
      }
    },
  );

  test("the number of no game learns nothing about another game's code and token, which stay valid", async () => {
    const handover = await aHandOver();
    const { status } = await postToken(portal, redemptionOf(handover, { client_id: "999999999" }));
    const tokens = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    const refreshed = await refresh(portal, { ...tokens, clientId: "999999999" });
    const form = { client_id: "999999999", token: tokens.refreshToken };
    const revoked = await postForm(portal, endpointUrl(revokeToken), { form });
    expect([status, refreshed.status, revoked.status]).toEqual([401, 401, 401]);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("a retired game is known: 400 invalid_grant", async () => {
    const { game } = await aTeacher(portal);
    await portal.context.database
      .updateTable("games")
      .set({ retired_at: sql`now()` })
      .where("id", "=", game.id)
      .execute();
    const { status, body } = await postToken(portal, { grant_type: "refresh_token", client_id: String(game.id), refresh_token: "x" });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test.each([revokeToken, requestDeviceCode])("$path challenges a client without a name too (RFC 9110, 15.5.2)", async (endpoint) => {
    const { status, headers } = await postForm(portal, endpointUrl(endpoint), { form: { token: "x" } });
    expect([status, headers["www-authenticate"]]).toEqual([401, challenge]);
  });
});

describe("the request", () => {
  test.each(["password", "client_credentials", "implicit", "AUTHORIZATION_CODE", "urn:ietf:params:oauth:grant-type:jwt-bearer"])(
    "grant_type %j: unsupported_grant_type",
    async (grant_type) => {
      const { status, body } = await postToken(portal, { grant_type, client_id: "1" });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: "unsupported_grant_type", code: "errors.grantTypeUnsupported" });
    },
  );

  const aCode = {
    grant_type: "authorization_code",
    code: "x",
    redirect_uri: "https://game.example/callback",
    code_verifier: "v".repeat(43),
  };
  test.each([
    ["grant_type", aCode],
    ["code", aCode],
    ["redirect_uri", aCode],
    ["code_verifier", aCode],
    ["refresh_token", { grant_type: "refresh_token" }],
    ["device_code", { grant_type: deviceGrantType }],
  ])("without %s, or with an empty one: invalid_request, which names it (RFC 6749, 3.2)", async (field, form) => {
    // Also from the number of no game, because nothing is looked up.
    for (const [client_id, value] of [
      ["1", undefined],
      ["1", ""],
      ["999999999", undefined],
    ]) {
      const { status, body } = await postToken(portal, { client_id, ...form, [field]: value });
      expect(status).toBe(400);
      const errors = [{ field, message: "Invalid input", code: "errors.invalidInput" }];
      expect(body).toMatchObject({ error: "invalid_request", code: "errors.invalidInput", error_description: "Invalid input", errors });
    }
  });

  test("each missing parameter is named", async () => {
    const { body } = await postToken(portal, { client_id: "1", grant_type: "authorization_code" });
    expect(body).toMatchObject({ errors: [{ field: "code" }, { field: "redirect_uri" }, { field: "code_verifier" }] });
  });

  test("the dashboard needs no code_verifier, and an empty one counts as none", async () => {
    const client = { client_id: "dashboard", client_secret: portal.context.settings.dashboard.clientSecret };
    const form = { grant_type: "authorization_code", code: "x", redirect_uri: "https://game.example/callback", code_verifier: "" };
    expect((await postToken(portal, { ...client, ...form })).body).toMatchObject({ error: "invalid_grant" });
  });

  test.each(["grant_type", "client_id", "code", "redirect_uri", "code_verifier"])(
    "%s given twice: invalid_request (RFC 6749, 3.2)",
    async (name) => {
      const handover = await aHandOver();
      const form = new URLSearchParams();
      for (const [key, value = ""] of Object.entries(redemptionOf(handover))) form.append(key, value);
      form.append(name, form.get(name) ?? "");
      const { status, body } = await postToken(portal, form);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: "invalid_request" });
      expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
    },
  );

  test("unknown parameters are ignored, as RFC 6749 demands", async () => {
    const form = redemptionOf(await aHandOver(), { audience: "x", resource: "y", __proto__x: "z" });
    expect((await postToken(portal, form)).status).toBe(200);
  });

  test("the same fields as JSON are accepted", async () => {
    expect((await postJson(portal, url, redemptionOf(await aHandOver()))).status).toBe(200);
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["a text", "x"],
    ["a number for the client", { grant_type: "authorization_code", client_id: 1 }],
    ["a list for the code", { grant_type: "authorization_code", client_id: "1", code: ["x"] }],
    ["an object for the token", { grant_type: "refresh_token", client_id: "1", refresh_token: { $gt: "" } }],
  ])("%s as JSON: 400", async (_, body) => {
    const answer = await postJson(portal, url, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "invalid_request" });
  });

  test.each([
    ["authorization_code", "client_id"],
    ["authorization_code", "client_secret"],
    ["authorization_code", "code"],
    ["authorization_code", "redirect_uri"],
    ["authorization_code", "code_verifier"],
    ["refresh_token", "client_id"],
    ["refresh_token", "refresh_token"],
  ])("%s: U+0000, lone surrogates and 100 kB in %s get a clear 4xx", async (grant_type, name) => {
    const form = redemptionOf(await aHandOver(), { refresh_token: "x", grant_type });
    for (const value of ["\u0000", `${form["code"]}\u0000`, "\ufffd", "x".repeat(2049), "x".repeat(100_000)]) {
      const { status, body } = await postToken(portal, { ...form, [name]: value });
      expect([400, 401, 413]).toContain(status);
      expect(body).toHaveProperty("error");
    }
    expect([400, 401]).toContain((await postJson(portal, url, { ...form, [name]: "\ud800" })).status);
  });

  test.each(["text/plain", "multipart/form-data; boundary=x", "application/xml", "application/x-www-form-urlencodedx"])(
    "%s: 415",
    async (type) => {
      const { status, body } = await postToken(portal, { grant_type: "refresh_token" }, { "content-type": type });
      expect(status).toBe(415);
      expect(body).toMatchObject({ error: "invalid_request", code: "errors.formRequired" });
    },
  );

  test.each(["GET", "PUT", "DELETE", "PATCH"] as const)("%s is refused", async (method) => {
    expect((await portal.app.inject({ method, url })).statusCode).toBe(404);
  });
});

describe("web games of any origin may call, never with cookies", () => {
  test.each([issueTokens, narrowScope, revokeToken])("the preflight of $path is answered", async (endpoint) => {
    const { statusCode, headers } = await portal.app.inject({
      method: "OPTIONS",
      url: endpointUrl(endpoint),
      headers: {
        origin: "https://game.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": expect.stringContaining("content-type"),
    });
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });

  test("answers and refusals are readable there, and never cached", async () => {
    const cross = { origin: "https://game.example", "sec-fetch-site": "cross-site" };
    const good = await postToken(portal, redemptionOf(await aHandOver()), cross);
    const bad = await postToken(portal, { client_id: "1", grant_type: "refresh_token", refresh_token: "x" }, cross);
    expect([good.status, bad.status]).toEqual([200, 400]);
    for (const { headers } of [good, bad]) {
      // RFC 6749, section 5.1.
      expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store", pragma: "no-cache" });
      // A page reads Retry-After only if it is exposed.
      expect(headers["access-control-expose-headers"]).toBe("retry-after, www-authenticate");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("calls for the portal's own pages are closed to other origins", async () => {
    const { headers } = await portal.browser().call(validateAuth, { headers: { origin: "https://game.example" } });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    const preflight = await portal.app.inject({
      method: "OPTIONS",
      url: endpointUrl(validateAuth),
      headers: { origin: "https://game.example" },
    });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  });
});
