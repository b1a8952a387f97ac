import { expect, test } from "vitest";
import { loginsByMethod } from "./login-hours.ts";

const from = "2026-11-22T09:00:00.000Z";
const row = { hour: "2026-11-22T10:00:00.000Z", method: "PASSWORD", outcome: "SUCCEEDED", count: 5 } as const;

test("each method with a login has 24 hours, its sums, and the longest bar of either direction", () => {
  const hours = [row, { ...row, outcome: "FAILED", count: 4 }, { ...row, outcome: "REFUSED", count: 3 }] as const;
  const [password, ...others] = loginsByMethod({
    from,
    countedFrom: null,
    hours: [...hours, { ...row, hour: "2026-11-23T08:00:00.000Z" }],
  });
  expect(others).toEqual([]);
  expect(password?.method).toBe("PASSWORD");
  expect(password?.total).toEqual({ SUCCEEDED: 10, FAILED: 4, REFUSED: 3 });
  expect(password?.most).toBe(7);
  expect(password?.hours).toHaveLength(24);
  expect(password?.hours[0]).toEqual({ hour: from, counts: { SUCCEEDED: 0, FAILED: 0, REFUSED: 0 } });
  expect(password?.hours[1]?.counts).toEqual({ SUCCEEDED: 5, FAILED: 4, REFUSED: 3 });
  expect(password?.hours[23]?.counts).toEqual({ SUCCEEDED: 5, FAILED: 0, REFUSED: 0 });
});

test("methods come in the contract's order, and none without a login", () => {
  const hours = (["SECOND_FACTOR", "FEIDE", "QRCODE"] as const).map((method) => ({ ...row, method }));
  expect(loginsByMethod({ from, countedFrom: null, hours }).map(({ method }) => method)).toEqual(["QRCODE", "FEIDE", "SECOND_FACTOR"]);
  expect(loginsByMethod({ from, countedFrom: null, hours: [] })).toEqual([]);
});
