import { afterAll, beforeAll, expect, test } from "vitest";
import { listLoginTypes } from "@storyport/contract/login";
import { loginTypes } from "@storyport/contract/vocabulary";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("anyone is told the ways of logging in, each with its description, whether it is enabled and whether it is hidden", async () => {
  const { status, body } = await portal.browser().call(listLoginTypes);
  expect(status).toBe(200);
  const methods = listLoginTypes.response.parse(body);
  expect(methods.map(({ type }) => type).toSorted()).toEqual([...loginTypes].toSorted());
  expect(methods.every(({ description }) => description.length > 0)).toBe(true);
});

test("only enabled and not hidden ones are offered: no badge, and never the way of programs", async () => {
  const methods = listLoginTypes.response.parse((await portal.browser().call(listLoginTypes)).body);
  const offered = methods.filter(({ enabled, hidden }) => enabled && !hidden).map(({ type }) => type);
  expect(offered).toEqual(["PASSWORD", "FEIDE", "GOOGLE", "APPLE"]);
});
