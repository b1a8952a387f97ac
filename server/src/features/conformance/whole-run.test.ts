/** The stand-in game, right and wrong, under a conformance run: a real program, called over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks } from "@storyport/contract/conformance";
import type { Check } from "@storyport/contract/conformance";
import { aBench, verdictsOf, wholeRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4410);
});
afterAll(() => bench.portal.close());

describe("a conformance run", () => {
  test("passes the stand-in game in every check", async () => {
    const verdicts = verdictsOf(await wholeRun(bench));
    expect(verdicts).toEqual(Object.fromEntries(checks.map((check) => [check, "PASSED"])));
  });

  const faults: [fault: string, named: Check[]][] = [
    ["ignores-state", ["state", "browser"]],
    ["plain-challenge", ["pkce"]],
    ["other-callback", ["callback"]],
    ["redeems-twice", ["codeOnce"]],
    ["keeps-refresh-token", ["refresh"]],
    ["ignores-revocation", ["bell"]],
    ["ignores-expiry", ["expiry"]],
    ["keeps-keys", ["keyRotation"]],
    ["hammers", ["busy", "away"]],
    ["ignores-issuer", ["issuer"]],
    ["breaks-when-refused", ["denied"]],
    ["skips-signature", ["signature"]],
    ["strict-clock", ["clockSkew"]],
    ["reads-no-rights", ["manyRights"]],
    ["reads-first-page", ["manyRights", "oversized"]],
    ["forgets-logout", ["logout"]],
  ];

  test.each(faults)("names what is wrong with a game that %s", async (fault, named) => {
    const { checks: results } = await wholeRun(bench, fault);
    expect(results.filter(({ verdict }) => verdict === "FAILED").map(({ check }) => check)).toEqual(named);
  });
});
