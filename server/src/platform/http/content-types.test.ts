/** The content types that each endpoint accepts; generated from the contract (DESIGN section 4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAddressOf, endpoints } from "#test/every-endpoint.ts";
import { expectRefused } from "#test/expect-envelope.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const writing = endpoints.filter(({ method, bodyKind }) => method !== "GET" && bodyKind !== "text");

const neverTaken = [
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--'],
  ["application/xml", "<email>a</email>"],
  ["text/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><email>&b;</email>"],
  ["text/html", "{}"],
  ["application/octet-stream", "{}"],
  ["application/json-patch+json", "[]"],
  ["application/vnd.api+json", "{}"],
  ["application/x-protobuf", "\u0008\u0001"],
  ["garbage", "{}"],
  ["application/jsonx", "{}"],
];

async function send(endpoint: (typeof writing)[number], contentType: string | undefined, payload: string) {
  const response = await portal.app.inject({
    method: endpoint.method,
    url: anAddressOf(endpoint),
    payload,
    headers: { "sec-fetch-site": "same-origin", ...(contentType === undefined ? {} : { "content-type": contentType }) },
  });
  return { status: response.statusCode, text: response.body, body: response.body === "" ? undefined : response.json<{ code?: string }>() };
}

describe.each(writing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))("%s", (_name, endpoint) => {
  test.each(neverTaken)("refuses %s with 415", async (contentType, payload) => {
    const answer = await send(endpoint, contentType, payload);
    expect(answer.status, answer.text).toBe(415);
    expectRefused(answer);
  });

  test("accepts the content types of its contract and refuses others with 415", async () => {
    const kind = endpoint.bodyKind ?? "json";
    const refused: Record<string, boolean> = {
      "text/plain": true,
      "application/x-www-form-urlencoded": kind !== "form",
      "application/json": false,
    };
    const refusal = endpoint.access.by === "game" && kind === "form" ? "errors.formRequired" : "errors.unsupportedMediaType";
    for (const [contentType, isRefused] of Object.entries(refused)) {
      const answer = await send(endpoint, contentType, contentType === "application/json" ? "{}" : "");
      expect(answer.body?.code === refusal, `${contentType}: ${answer.text}`).toBe(isRefused);
    }
  });

  test("refuses a body without a content type, and a missing body", async () => {
    expect((await send(endpoint, undefined, "{}")).status).toBe(415);
    if (endpoint.body !== undefined) expect((await send(endpoint, undefined, "")).status).toBe(415);
  });
});

const dropping = endpoints.filter(({ bodyKind }) => bodyKind === "text");

test("a logout succeeds with a body of any type, without a type, and with an unreadable body", async () => {
  expect(dropping.map(({ name }) => name)).toEqual(["logOut"]);
  for (const endpoint of dropping) {
    const bodies = [
      ["application/json", "{}"],
      ["application/json", "{"],
      ["text/plain", "x"],
      ["text/plain", ""],
      [undefined, "{}"],
      [undefined, ""],
    ] as const;
    for (const [contentType, payload] of [...bodies, ...neverTaken.filter(([type]) => type !== "garbage")]) {
      const { status, text } = await send(endpoint, contentType, payload ?? "");
      expect({ status, text }, contentType).toEqual({ status: 200, text: "{}" });
    }
    expect((await send(endpoint, "application/x-www-form-urlencoded", "a=b")).status).toBe(303);
    expect((await send(endpoint, "application/json", "x".repeat(100_000))).status).toBe(413);
  }
});

test("a logout from another site is refused whatever its body: errors.crossSite", async () => {
  for (const contentType of ["application/json", "text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
    const headers = { "content-type": contentType, "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const answer = await portal.app.inject({ method: "POST", url: "/api/auth/auth/logout", payload: "{}", headers });
    expect([answer.statusCode, answer.json().code], contentType).toEqual([403, "errors.crossSite"]);
  }
});

test("JSON with a charset or in capitals is accepted as JSON", async () => {
  for (const contentType of ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]) {
    const response = await portal.app.inject({
      method: "POST",
      url: "/api/auth/pw/login",
      payload: "{}",
      headers: { "content-type": contentType, "sec-fetch-site": "same-origin" },
    });
    expect(response.json()).toMatchObject({ code: "errors.emailAndPasswordRequired" });
  }
});
