/** What a person plays in a browser can fail a game, and cannot pass it where silence would be the proof. */
import { expect, test } from "vitest";
import type { ObservationKind, Scene } from "@storyport/contract/conformance";
import { judge } from "./judge.ts";
import type { ObservationRow } from "./queries.ts";

/** The observations of one login, all answered with 200. */
function login(scene: Scene, kinds: readonly ObservationKind[]): ObservationRow[] {
  const details = { request: {}, response: {}, facts: { status: 200 } };
  return kinds.map((kind) => ({ id: "1", at: new Date(0), kind, loginId: scene, scene, details }));
}

const byPerson = ["AUTHORIZE", "TOKEN"] as const;
const byPortal = ["AUTHORIZE", "TOKEN", "CALLBACK"] as const;
/** The game reads rights, so it can show that it took a token. */
const plain = login("PLAIN", [...byPerson, "RIGHTS"]);

test.each([
  ["FORGED", "signature"],
  ["EXPIRED", "expiry"],
] as const)(
  "a closed tab in the scene %s is not checked, a game that the portal called passes, and one that asks for rights fails",
  (...row) => {
    const [scene, check] = row;
    const verdictOf = (kinds: readonly ObservationKind[]) =>
      judge([...plain, ...login(scene, kinds)]).find((result) => result.check === check)?.verdict;
    expect(verdictOf(byPerson)).toBe("NOT_CHECKED");
    expect(verdictOf(byPortal)).toBe("PASSED");
    expect([verdictOf([...byPerson, "RIGHTS"]), verdictOf([...byPortal, "RIGHTS"])]).toEqual(["FAILED", "FAILED"]);
  },
);
