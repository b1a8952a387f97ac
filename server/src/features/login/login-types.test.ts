import { afterAll, beforeAll, expect, test } from "vitest";
import { listLoginTypes } from "@storyport/contract/login";
import { loginTypes } from "@storyport/contract/vocabulary";
import { createProviders } from "#/platform/openid/providers.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("lists the login types for any caller, each with description, enabled and hidden", async () => {
  const { status, body } = await portal.browser().call(listLoginTypes);
  expect(status).toBe(200);
  const methods = listLoginTypes.response.parse(body);
  expect(methods.map(({ type }) => type).toSorted()).toEqual([...loginTypes].toSorted());
  expect(methods.every(({ description }) => description.length > 0)).toBe(true);
});

test("a provider that is not set up is not enabled", async () => {
  const { providers } = portal.context;
  portal.context.providers = createProviders({ GOOGLE: { issuer: "https://x.example", clientId: "x", clientSecret: "x" } }, portal.clock);
  try {
    const methods = listLoginTypes.response.parse((await portal.browser().call(listLoginTypes)).body);
    expect(methods.filter(({ enabled }) => enabled).map(({ type }) => type)).toEqual(["PASSWORD", "GOOGLE", "QRCODE"]);
  } finally {
    portal.context.providers = providers;
  }
});

test("offers only enabled and visible login types: no badge, never API", async () => {
  const methods = listLoginTypes.response.parse((await portal.browser().call(listLoginTypes)).body);
  const offered = methods.filter(({ enabled, hidden }) => enabled && !hidden).map(({ type }) => type);
  expect(offered).toEqual(["PASSWORD", "FEIDE", "GOOGLE", "APPLE"]);
});
