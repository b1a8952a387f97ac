// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LoginBars } from "./login-bars.tsx";

afterEach(cleanup);

test.each([
  [1000, 999, 1],
  [1000, 1, 999],
  [1, 1, 0],
])("the bars of %i successes, %i failures and %i refusals are inside the drawing", (SUCCEEDED, FAILED, REFUSED) => {
  const counts = { SUCCEEDED, FAILED, REFUSED };
  const most = Math.max(SUCCEEDED, FAILED + REFUSED);
  const logins = { method: "PASSWORD" as const, hours: [{ hour: "2026-11-22T08:00:00.000Z", counts }], total: counts, most };
  const { container } = render(<LoginBars logins={logins} />);
  const end = Number(container.querySelector("svg")?.getAttribute("viewBox")?.split(" ")[3]);
  const bars = [...container.querySelectorAll("rect")].map((bar) => [Number(bar.getAttribute("y")), Number(bar.getAttribute("height"))]);
  expect(bars).toHaveLength(4);
  for (const [y = Number.NaN, height = Number.NaN] of bars) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(end);
  }
});
