// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { formatMoment } from "./dates.ts";
import { useMoment } from "./use-moment.ts";

const iso = "2026-11-27T23:30:00Z";

function Sample() {
  return <p>{useMoment(iso)}</p>;
}

test("the server draws a time in UTC, and the browser shows it in the reader's time zone", () => {
  expect(renderToString(<Sample />)).toMatch(/27.*11:30.*UTC/);
  render(<Sample />);
  expect(screen.getByText(formatMoment(iso))).toBeTruthy();
});
