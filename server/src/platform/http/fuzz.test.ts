/** Some hundred random requests, the same ones each time: never a 5xx, always the envelope (DESIGN 8.8). */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "@storyport/contract/endpoint";
import { aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAddressOf, endpoints } from "#test/every-endpoint.ts";
import { expectEnvelope } from "#test/expect-envelope.ts";

let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  browser = await logIn(portal.browser(), (await aTeacher(portal)).account);
});
afterAll(() => portal.close());

const names = [
  "email",
  "password",
  "deviceName",
  "displayName",
  "gameId",
  "orgId",
  "state",
  "clientCode",
  "deeplink",
  "handover",
  "scope",
  "accessToken",
  "grant_type",
  "client_id",
  "code",
  "refresh_token",
  "token",
  "redirect_uri",
];
const plausible = [
  "a@school.example",
  "Lighthouse-Beam-7",
  "1",
  1,
  "PLAYER",
  "authorization_code",
  "refresh_token",
  "00000000-0000-4000-8000-000000000000",
  "A".repeat(43),
];

const value = fc.oneof(fc.constantFrom(...plausible), fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 }));
const fields = fc.dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.string({ unit: "binary" })), value, {
  maxKeys: 8,
});
const request = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  parameter: fc.oneof(fc.uuid(), fc.string({ unit: "binary", minLength: 1 })),
  query: fields,
  body: fc.oneof(
    fields.map((members) => JSON.stringify(members)),
    fc.json(),
    fc.string({ unit: "binary" }),
  ),
  contentType: fc.oneof(
    { weight: 6, arbitrary: fc.constant("application/json") },
    fc.constantFrom("application/x-www-form-urlencoded", "text/plain", ""),
  ),
  isLoggedIn: fc.boolean(),
});

test("eight hundred random requests get an answer or a clear no", async () => {
  const session = browser.cookies.get("session") ?? "";
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint, parameter, query, body, contentType, isLoggedIn }) => {
      browser.cookies.clear();
      if (isLoggedIn) browser.cookies.set("session", session);
      const answer = await browser.send({
        method: endpoint.method,
        url: addressOf(endpoint, { parameter, query }),
        ...(endpoint.method === "GET" ? {} : { payload: body }),
        headers: contentType === "" ? {} : { "content-type": contentType },
      });
      expect(answer.status, `${endpoint.name}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
      if (answer.status >= 400) expectEnvelope(answer, endpoint.name);
    }),
    { numRuns: 800, seed: 20_261_120 },
  );
}, 60_000);

function addressOf(endpoint: Endpoint, { parameter, query }: { parameter: string; query: Record<string, unknown> }): string {
  const members = Object.entries(query).map(
    ([name, member]) => [name, typeof member === "string" ? member : JSON.stringify(member)] as [string, string],
  );
  return `${anAddressOf(endpoint, parameter.toWellFormed())}?${new URLSearchParams(members)}`;
}
