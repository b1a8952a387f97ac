/** Promises for every endpoint, generated from the contract: a new endpoint is tested at once. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorEnvelope } from "@storyport/contract/error-codes";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { aSession, aTeacher, anAdministrator } from "./builders.ts";
import { endpoints, exampleOf, isServed, needsOurPages } from "./every-endpoint.ts";
import { callbacks, starts } from "./federated-login.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** One case per endpoint that `applies`. */
function casesOf(applies: (endpoint: Endpoint) => boolean): [string, Endpoint][] {
  return endpoints.filter(applies).map((endpoint) => [endpoint.name, endpoint]);
}

async function aSessionBy(loginType: "PASSWORD" | "QRCODE") {
  const { account, organization } = await aTeacher(portal);
  return { account, browser: await aSession(portal, account, { loginType, organizationId: organization.id }) };
}

describe("every endpoint", () => {
  test.each(casesOf(() => true))("%s is served", (_, endpoint) => {
    expect(isServed(portal.app, endpoint)).toBe(true);
  });

  test.each(casesOf(() => true))("%s answers a visitor with no-store and nosniff", async (_, endpoint) => {
    const { headers } = await portal.browser().call(endpoint, exampleOf(endpoint));
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("an endpoint for a session", () => {
  const cases = casesOf(({ access }) => access.by === "session");

  test.each(cases)("%s is refused without a session, and with a made-up one", async (_, endpoint) => {
    const forged = portal.browser();
    forged.cookies.set("session", "f".repeat(43));
    for (const browser of [portal.browser(), forged]) {
      const { status, body, headers } = await browser.call(endpoint, exampleOf(endpoint));
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: "errors.notLoggedIn" });
      // This answer may arrive after that of a login in the same browser.
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  test.each(cases)("%s says nothing about its input without a session", async (_, endpoint) => {
    const { body, params } = endpoint;
    const parts = { ...(body && { body: {} }), ...(params && { params: exampleOf(endpoint).params }) };
    const { status } = await portal.browser().call(endpoint, { ...parts, query: { unknown: "x" } });
    expect(status).toBe(401);
  });

  test.each(cases)("%s is refused for a deactivated account", async (_, endpoint) => {
    const { account, browser } = await aSessionBy("PASSWORD");
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    expect((await browser.call(endpoint, exampleOf(endpoint))).status).toBe(401);
  });

  /** The calls of an incomplete login, besides logging out. */
  const ofHalfStages: Record<"SECOND_FACTOR" | "ENROLMENT" | "PASSKEY", string[]> = {
    SECOND_FACTOR: ["completeLoginByPasskey", "getHalfLogin", "verifySecondFactor"],
    ENROLMENT: ["confirmSecondFactor", "enrolSecondFactor", "secondFactorStatus"],
    PASSKEY: ["addPasskey", "completeLoginByPasskey", "getHalfLogin", "startPasskeyRegistration"],
  };
  const stages = ["SECOND_FACTOR", "ENROLMENT", "PASSKEY"] as const;

  test.each(cases)("%s is refused during an incomplete login, unless it completes the login", async (name, endpoint) => {
    for (const stage of stages) {
      const { account, browser } = await aSessionBy("PASSWORD");
      const cookie = browser.cookies.get("session");
      await portal.context.database.updateTable("sessions").set({ stage }).where("account_id", "=", account.id).execute();
      const { status, body } = await browser.call(endpoint, exampleOf(endpoint));
      const isRefused = status === 401 && JSON.stringify(body).includes('"errors.notLoggedIn"');
      expect({ stage, isRefused }).toEqual({ stage, isRefused: !ofHalfStages[stage].includes(name) });
      expect(browser.cookies.get("session"), "it can still be completed").toBe(cookie);
    }
  });

  test("verifySecondFactor is refused in a full session", async () => {
    const { browser } = await aSessionBy("PASSWORD");
    const verify = endpoints.filter(({ name }) => name === "verifySecondFactor");
    for (const endpoint of verify) expect((await browser.call(endpoint, exampleOf(endpoint))).status).toBe(401);
    expect(verify).toHaveLength(1);
  });

  const isForBadges = ({ access }: Endpoint): boolean => access.by === "session" && access.badgeSession === "allowed";

  test("is open to a badge for the hand-over, its own user and the end of a view, and for nothing else", () => {
    expect(
      endpoints
        .filter(isForBadges)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["consentToGameLogin", "endSupportView", "finishGameLogin", "listOwnPermissions", "ownManifest", "validateAuth"]);
  });

  test.each(casesOf(isForBadges))("%s answers a child's badge session", async (_, endpoint) => {
    const { browser } = await aSessionBy("QRCODE");
    expect((await browser.call(endpoint, exampleOf(endpoint))).body).not.toMatchObject({ code: "errors.notAllowed" });
  });

  test.each(cases.filter(([, endpoint]) => !isForBadges(endpoint)))("%s refuses a child's badge session", async (_, endpoint) => {
    const { browser } = await aSessionBy("QRCODE");
    const { status, body } = await browser.call(endpoint, exampleOf(endpoint));
    const isForFull = endpoint.access.by === "session" && (endpoint.access.stages ?? ["FULL"]).includes("FULL");
    const code = (endpoint.access.by === "session" && endpoint.access.badgeSession) || "errors.notAllowed";
    const refused = isForFull ? { status: 403, body: { code } } : { status: 401, body: { code: "errors.notLoggedIn" } };
    expect({ status, body }).toMatchObject(refused);
  });
});

test.each(casesOf(needsOurPages))("%s is accepted only from our own pages", async (_, endpoint) => {
  const parts = exampleOf(endpoint);
  for (const site of ["cross-site", "same-site", "none"]) {
    const { status, body } = await portal.browser().call(endpoint, { ...parts, headers: { ...parts.headers, "sec-fetch-site": site } });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: "errors.crossSite" } });
  }
});

/** A provider may add anything to its answer, and a client to its request for a logout (OpenID Connect RP-Initiated Logout, section 2). */
const isOurs = ({ access, name }: Endpoint): boolean => access.by !== "provider" && name !== "logOutByGame";

test.each(casesOf((endpoint) => endpoint.query !== undefined && isOurs(endpoint)))(
  "%s refuses an unknown query member",
  async (_, endpoint) => {
    const parts = exampleOf(endpoint);
    const browser = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    expect((await browser.call(endpoint, { ...parts, query: { ...parts.query, isAdmin: "true" } })).status).toBe(400);
  },
);

test.each(casesOf(({ body }) => body !== undefined))(
  "%s answers a hostile body with a clear 4xx in the envelope",
  async (_, { method, path }) => {
    const malformed = ["null", "[]", "1", '"x"', "{", '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}'];
    for (const payload of [...malformed, '{"a":'.repeat(9000), `"${"x".repeat(70_000)}"`]) {
      const headers = { "content-type": "application/json" };
      const answer = await portal.browser().send({ method, url: `${apiBase}/${path}`, payload, headers });
      expect([400, 401, 413]).toContain(answer.status);
      expect(errorEnvelope.safeParse(answer.body).success).toBe(true);
    }
  },
);

describe("the OpenAPI document", () => {
  const operation = z.object({
    operationId: z.string(),
    summary: z.string(),
    responses: z.record(z.string(), z.object({ description: z.string() })),
  });
  const document = z.object({
    openapi: z.string().regex(/^3\.1\.\d$/),
    info: z.object({ title: z.string(), version: z.string() }),
    paths: z.record(z.string().regex(/^\//), z.partialRecord(z.enum(["get", "post", "delete", "patch", "put"]), operation)),
  });

  test("has version 3.1 and every endpoint with its method, name and answer", async () => {
    const { paths } = document.parse((await portal.browser().send({ method: "GET", url: `${apiBase}/openapi.json` })).body);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    expect(described.toSorted()).toEqual(endpoints.map(({ method, path, name }) => `${method} ${apiBase}/${path} ${name}`).toSorted());
    for (const { path, method, status = 200 } of endpoints.filter(({ response }) => response !== undefined)) {
      const { responses } = operation.parse(Reflect.get(paths[`${apiBase}/${path}`] ?? {}, method.toLowerCase()));
      expect(Object.keys(responses)).toContain(String(status));
    }
  });

  test("shows an example of every call with input", async () => {
    const { body } = await portal.browser().send({ method: "GET", url: `${apiBase}/openapi.json` });
    const paths = Reflect.get(Object(body), "paths");
    for (const { name, path, method, example } of endpoints) {
      const described = JSON.stringify(Reflect.get(Object(Reflect.get(paths, `${apiBase}/${path}`)), method.toLowerCase()));
      const shown = [
        ...Object.values(example?.params ?? {}),
        ...Object.values(example?.query ?? {}),
        ...(example?.body ? [example.body] : []),
      ];
      for (const part of shown) expect(described, name).toContain(`"example":${JSON.stringify(part)}`);
    }
  });

  test("has no broken reference", async () => {
    const { body, text } = await portal.browser().send({ method: "GET", url: `${apiBase}/openapi.json` });
    for (const [, pointer = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split("/")
        .reduce((node: unknown, key) => (typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined), body);
      expect({ pointer, target }).toEqual({ pointer, target: expect.anything() });
    }
  });
});

describe("each refusal of an endpoint is provoked by a test", () => {
  const folder = join(import.meta.dirname, "../src");
  const tests = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const named = endpoints.flatMap(({ name, refusals: codes }) => codes.map((code) => [name, code] as const));
  /** Functions of test/oauth-client.ts, test/federated-login.ts, test/users.ts and test/school-with-tool.ts that call endpoints. */
  const aliases: Record<string, RegExp> = {
    ...Object.fromEntries(Object.values(starts).map(({ name }) => [name, /\b(starts|begin|logInAt)\b/])),
    ...Object.fromEntries(Object.values(callbacks).map(({ name }) => [name, /\b(callbacks|logInAt|connectAt)\b/])),
    editUser: /\b(editUser|editAsItIs)\b/,
    finishGameLogin: /\b(finishGameLogin|askHandOver)\b/,
    issueTokens: /\b(issueTokens|postToken|refresh)\b/,
    shareNames: /\b(shareNames|createSchoolWithTool)\b/,
  };

  test.each(named)("%s: %s", (name, code) => {
    const endpoint = aliases[name] ?? new RegExp(`\\b${name}\\b`);
    // In an assertion, or in the title of a test.
    const mentions = [`"${code}"`, `: ${code}`, `, ${code}`];
    expect(tests.filter((text) => endpoint.test(text) && mentions.some((mention) => text.includes(mention)))).not.toEqual([]);
  });
});
