/** The OpenAPI document says of each call how it succeeds, how it is refused, and what it takes. Generated from the contract. */
import { Validator } from "@seriousme/openapi-schema-validator";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { errorCodes, errorEnvelope, refusals } from "@storyport/contract/error-codes";
import { logInWithPassword } from "@storyport/contract/login";
import { writeOpenApi } from "#/platform/http/write-open-api.ts";
import { aPassword, aTeacher } from "./builders.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { anAddressOf, endpoints, exampleOf } from "./every-endpoint.ts";
import { requireDocumented } from "./documented-answers.ts";

const content = z.optional(z.record(z.string(), z.looseObject({ schema: z.unknown() })));
const operation = z.object({
  description: z.string(),
  security: z.array(z.record(z.string(), z.tuple([]))),
  requestBody: z.optional(z.object({ required: z.optional(z.boolean()), content })),
  responses: z.record(z.string(), z.object({ description: z.string(), headers: z.optional(z.record(z.string(), z.unknown())), content })),
});
type Operation = z.infer<typeof operation>;

let portal: TestPortal;
let document: Record<string, unknown>;
beforeAll(async () => {
  portal = await buildTestPortal();
  const { body } = await portal.browser().send({ method: "GET", url: `${apiBase}/openapi.json` });
  document = z.record(z.string(), z.unknown()).parse(body);
});
afterAll(() => portal.close());

function schemesOf(described: object) {
  const scheme = z.object({ session: z.object({ type: z.literal("apiKey"), in: z.literal("cookie"), name: z.string() }) });
  return z.object({ components: z.object({ securitySchemes: scheme }) }).parse(described).components.securitySchemes;
}

function operationOf({ path, method }: Endpoint): Operation {
  const paths: unknown = document["paths"];
  return operation.parse(Reflect.get(Object(Reflect.get(Object(paths), `${apiBase}/${path}`)), method.toLowerCase()));
}

const cases = endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

test("the document follows the published schema of OpenAPI 3.1", async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const broken = { ...document, paths: { "/x": { get: { responses: { 200: {} } } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test.each(cases)("%s shows the contract's status of success, and no other but the redirect of a browser", (_, endpoint) => {
  const { status = 200, response, responseKind = "json", form } = endpoint;
  const { responses } = operationOf(endpoint);
  const shown = Object.keys(responses).filter((code) => Number(code) < 400);
  const forBrowsers = form !== undefined || status === 302 ? ["303"] : [];
  expect(shown).toEqual([String(status), ...forBrowsers]);
  for (const code of shown.filter((redirect) => redirect.startsWith("3"))) expect(responses[code]?.headers).toHaveProperty("Location");
  const kinds = { json: response === undefined ? [] : ["application/json"], events: ["text/event-stream"], csv: ["text/csv"] };
  expect(Object.keys(responses[status]?.content ?? {})).toEqual(kinds[responseKind]);
});

test.each(cases)("%s shows each refusal of the contract at its status", (_, { refusedBy, refusals: own, ...endpoint }) => {
  const { responses } = operationOf(endpoint as Endpoint);
  for (const code of own) {
    const shown = JSON.stringify(responses[refusedBy === "redirect" ? 303 : refusals[code][0]] ?? {});
    expect(shown, code).toContain(code);
    if (refusedBy === undefined) expect(shown, code).toContain(refusals[code][1].replaceAll('"', String.raw`\"`));
  }
});

test.each(cases)("%s shows only refusals that exist, in the envelope", (_, endpoint) => {
  const { responses } = operationOf(endpoint);
  for (const [status, response] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
    const { schema } = response.content?.["application/json"] ?? {};
    const [, name, list = "[]"] = /"#\/components\/schemas\/(\w+)".+"enum":(\[.+?\])/.exec(JSON.stringify(schema)) ?? [];
    expect(name).toBe(endpoint.access.by === "game" ? "OAuthRefusal" : "Refusal");
    const codes = z.array(z.enum(errorCodes)).min(1).parse(JSON.parse(list));
    for (const code of codes) expect(String(refusals[code][0]), code).toBe(status);
    expect(response.headers?.["Retry-After"] !== undefined, "Retry-After").toBe(status === "429" || status === "503");
  }
});

test("the schema of a refusal is the contract's envelope", () => {
  const { schemas } = z.object({ schemas: z.record(z.string(), z.looseObject({})) }).parse(document["components"]);
  const members = Object.keys(errorEnvelope.shape);
  expect(schemas["Refusal"]).toMatchObject({ properties: Object.fromEntries(members.map((name) => [name, expect.anything()])) });
  expect(schemas["Refusal"]).toMatchObject({ required: ["message", "code", "requestId"] });
  expect(schemas["OAuthRefusal"]).toMatchObject({
    allOf: [{ $ref: "#/components/schemas/Refusal" }, { properties: { error: {}, error_description: {} } }],
  });
});

describe("the proof of a caller", () => {
  /** By hand, because each game proves itself as its standard says. */
  const ofGames: Readonly<Record<string, object[]>> = {
    issueTokens: [{ client: [] }, {}],
    revokeToken: [{ client: [] }, {}],
    requestDeviceCode: [{ client: [] }, {}],
    listTokenRights: [{ bearer: [] }],
    getUserinfo: [{ bearer: [] }],
    postUserinfo: [{ bearer: [] }],
    // Its access token is in the body, for which OpenAPI has no scheme.
    narrowScope: [],
  };

  test.each(cases)("%s shows the security that its access demands, and its permission", (name, endpoint) => {
    const { access } = endpoint;
    const { security, description } = operationOf(endpoint);
    const bySession = access.by === "session" ? [{ session: [] }] : [];
    expect(security).toEqual(access.by === "game" ? ofGames[name] : bySession);
    expect(description).toContain(`Called by: ${access.by}.`);
    const [, permission = "none"] = /Needs the permission (\w+)\./.exec(description) ?? [];
    expect(permission).toBe(access.by === "session" ? access.permission : "none");
  });

  test("every operation of the document has a security", () => {
    const paths = z.record(z.string(), z.record(z.string(), operation)).parse(document["paths"]);
    expect(Object.values(paths).flatMap((methods) => Object.values(methods))).toHaveLength(endpoints.length);
  });

  test.each(cases.filter(([name]) => name in ofGames))(
    "%s answers a wrong proof in the header as its security shows",
    async (_, endpoint) => {
      const { security, responses } = operationOf(endpoint);
      const [scheme = "none"] = Object.keys(security[0] ?? {});
      // A game with a secret: its number is that of the examples, because a request authenticates its client once.
      const authorization = scheme === "client" ? `Basic ${btoa("1:y")}` : "Bearer x";
      const { status, headers } = await portal.browser().call(endpoint, { ...exampleOf(endpoint), headers: { authorization } });
      expect(status).toBe(401);
      // The token of `token/scope` is in the body, and its challenge is that of a bearer too.
      const challenge = { bearer: "Bearer", client: "Basic", none: "Bearer" }[scheme];
      expect(headers["www-authenticate"]?.toString().split(" ")[0]).toBe(challenge);
      expect(responses[401]?.headers?.["WWW-Authenticate"] !== undefined).toBe(challenge !== undefined);
    },
  );

  test("the scheme of a session has the name of the cookie that a login sets", async () => {
    const { account } = await aTeacher(portal);
    const body = { email: account.email, password: aPassword, deviceName: "a test" };
    const { headers } = await portal.browser().call(logInWithPassword, { body });
    const { name } = schemesOf(document).session;
    expect(String(headers["set-cookie"])).toMatch(new RegExp(`(^|,)${name}=[\\w-]{43};`));
    const secure: object = await writeOpenApi([], { brand: { productName: "x" }, isSecure: true });
    expect(schemesOf(secure).session.name).toBe("__Host-session");
  });
});

describe("the media types of bodies", () => {
  const types = ["application/json", "application/x-www-form-urlencoded", "text/plain", "application/xml"];
  const posted = cases.filter(([, { method, body, bodyKind }]) => method !== "GET" && (body !== undefined || bodyKind !== undefined));

  test.each(posted)("%s takes those that the document shows, and refuses others", async (_, endpoint) => {
    const named = Object.keys(operationOf(endpoint).requestBody?.content ?? {});
    const shown = named.includes("*/*") ? types : named;
    const taken = [];
    for (const type of types) {
      const answer = await portal
        .browser()
        .send({ method: endpoint.method, url: anAddressOf(endpoint), headers: { "content-type": type }, payload: "" });
      if (answer.status !== 415) taken.push(type);
    }
    expect(taken.toSorted()).toEqual(shown.toSorted());
  });

  test.each(cases.filter(([, { method }]) => method !== "GET"))("%s shows a body if the contract has one", (_, endpoint) => {
    const { body, bodyKind } = endpoint;
    expect(operationOf(endpoint).requestBody !== undefined).toBe(body !== undefined || bodyKind !== undefined);
    expect(operationOf(endpoint).requestBody?.required === true).toBe(body !== undefined);
  });

  test("OAuth's form comes first where stock clients send it", () => {
    for (const path of ["token", "token/revoke", "token/device"]) {
      const [endpoint] = endpoints.filter((each) => each.path === path);
      const [first] = Object.keys((endpoint && operationOf(endpoint).requestBody?.content) ?? {});
      expect(first, path).toBe("application/x-www-form-urlencoded");
    }
  });
});

describe("every test compares the answers that it gets with the document", () => {
  test.each(cases)("%s answers its example as the document shows", async (_, endpoint) => {
    await expect(portal.browser().call(endpoint, exampleOf(endpoint))).resolves.toBeDefined();
  });

  test("an undocumented status or refusal fails the test", () => {
    const [revoke] = endpoints.filter(({ name }) => name === "revokeToken");
    const answered = (status: number, code?: string) => () => revoke && requireDocumented(revoke, { status, headers: {}, body: { code } });
    expect(answered(200)).not.toThrow();
    expect(answered(401, "errors.clientInvalid")).not.toThrow();
    expect(answered(204)).toThrow("revokeToken answered 204");
    expect(answered(401, "errors.notLoggedIn")).toThrow("revokeToken answered 401 errors.notLoggedIn");
  });
});
