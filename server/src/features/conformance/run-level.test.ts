import * as contract from "@storyport/contract/conformance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAdministrator, aSession } from "#test/builders.ts";
import { aBench, aBuilder, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4420);
});
afterAll(() => bench.portal.close());

test("a run has the caller's level on the game, so that the page hides what needs MODIFY", async () => {
  const { runId, rightsType } = await startRun(bench);
  expect(rightsType).toBe("MODIFY");
  for (const level of ["READ", "OWNER"] as const) {
    const { browser } = await aBuilder(bench.portal, bench.game, level);
    expect((await browser.call(contract.getConformanceRun, { params: { runId } })).body).toMatchObject({ rightsType: level });
  }
  const administrator = await aSession(bench.portal, await anAdministrator(bench.portal), { loginType: "PASSWORD" });
  expect((await administrator.call(contract.getConformanceRun, { params: { runId } })).body).toMatchObject({ rightsType: "OWNER" });
});
