/** Rules for each endpoint of the contract. */
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { errorCodes, isErrorCode, refusals } from "@storyport/contract/error-codes";
import { redirects } from "@storyport/contract/endpoint";
import { permissionKeys } from "@storyport/contract/vocabulary";
import { endpoints, exportedEndpoints } from "./every-endpoint.ts";

/** Refusals that any call may get, so endpoints need not name them. */
const ofAnyCall = [
  ["errors.invalidInput", "errors.crossSite", "errors.notAllowed", "errors.notLoggedIn", "errors.notFound", "errors.payloadTooLarge"],
  // While an administrator sees the portal as another person sees it.
  ["errors.supportViewOnly", "errors.supportViewOver"],
  // The page shows another account than the session has.
  ["errors.otherAccount"],
  [
    "errors.unsupportedMediaType",
    "errors.formRequired",
    "errors.tooManyAttempts",
    "errors.busy",
    "errors.unavailable",
    "errors.maintenance",
    "errors.unexpected",
  ],
].flat();
/** Shown by pages alone; no call returns them. */
const ofPages = ["errors.loginFailed"];

describe.each(exportedEndpoints)("%s", (exportName, endpoint) => {
  const { access, params, path } = endpoint;

  test("has the name of its export and a summary", () => {
    expect(endpoint.name).toBe(exportName);
    expect(endpoint.summary.length).toBeGreaterThan(10);
  });

  test("declares who may call, with what permission, and what it reaches", () => {
    const scopes = access.by === "session" ? ["self", "organization", "platform"] : ["public"];
    expect(["anyone", "game", "provider", "session"]).toContain(access.by);
    expect(scopes).toContain(access.scope);
    expect(["none", ...permissionKeys]).toContain(access.by === "session" ? access.permission : "none");
  });

  test("has a path in kebab-case below the base, with all parameters declared", () => {
    expect(path.replaceAll(/\{[A-Za-z]+\}/g, "parameter")).toMatch(/^[a-z][a-z/-]*$/);
    const declared = params !== undefined && "shape" in params ? Object.keys(params.shape ?? {}) : [];
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  test("takes a body only with a method that has one, and a native form with fields only if it reads forms", () => {
    expect(endpoint.method === "GET" && endpoint.body !== undefined).toBe(false);
    expect(endpoint.form?.keeps !== undefined && endpoint.bodyKind !== "form").toBe(false);
  });

  test("has an example that its own schemas accept", () => {
    const { params = {}, query = {}, body } = endpoint.example ?? {};
    // Parameters and queries are sent as text.
    const asText = (part: object) => Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)]));
    const shown = [
      [endpoint.params, asText(params)],
      [endpoint.query, asText(query)],
      [endpoint.body, body],
    ] as const;
    const faults = shown.flatMap(([schema, part]) => (schema === undefined ? [] : (z.safeParse(schema, part).error?.issues ?? [])));
    expect(faults).toEqual([]);
  });

  test("says that it checks a proof if pages call it and it refuses a wrong one by 401", () => {
    const ofPages = (access.by === "session" || access.by === "anyone") && !redirects(endpoint);
    const ofProof = endpoint.refusals.filter((code) => refusals[code][0] === 401 && code !== "errors.notLoggedIn");
    expect(endpoint.checksProof ?? false).toBe(ofPages && ofProof.length > 0);
  });

  test("lists refusals of the catalogue, each once", () => {
    expect(endpoint.refusals.filter((code) => !isErrorCode(code))).toEqual([]);
    expect(endpoint.refusals).toEqual([...new Set(endpoint.refusals)]);
  });
});

describe("all endpoints together", () => {
  test("have unique names and addresses", () => {
    const names = endpoints.map(({ name }) => name);
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
    expect(addresses).toEqual([...new Set(addresses)]);
  });

  test("list every refusal of the catalogue except common ones and pages'", () => {
    const named = new Set<string>([...endpoints.flatMap((endpoint) => endpoint.refusals), ...ofAnyCall, ...ofPages]);
    expect(errorCodes.filter((code) => !named.has(code))).toEqual([]);
  });
});

describe("every refusal", () => {
  test.each(Object.entries(refusals))("%s has a status of the wire contract and a sentence", (code, [status, message]) => {
    expect(code).toMatch(/^errors\.[a-z][A-Za-z]+$/);
    expect([400, 401, 403, 404, 409, 410, 413, 415, 429, 500, 503]).toContain(status);
    expect(message.length).toBeGreaterThan(5);
  });

  test("has a unique sentence", () => {
    const sentences = Object.values(refusals).map(([, message]) => message);
    expect(sentences).toEqual([...new Set(sentences)]);
  });
});
