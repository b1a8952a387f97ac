// @vitest-environment happy-dom
import type { LoginAttempt } from "@storyport/contract/login-checks";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AttemptTable } from "./attempt-table.tsx";

afterEach(cleanup);

const at = "2026-11-22T08:15:00.000Z";
const attempt = (requestId: string): LoginAttempt => ({ at, event: "login_failed", isRefused: true, requestId });
const table = (...attempts: LoginAttempt[]) => (
  <AttemptTable
    check={{ account: { id: "", name: null, isStudent: true }, organization: null, organizations: [], games: [], checks: [], attempts }}
  />
);
const requests = () => screen.getAllByRole("row").flatMap((row) => row.querySelector("code")?.textContent ?? []);

test("attempts of the same moment are rows of their own, and leave the table with the next answer", () => {
  const { rerender } = render(table(attempt("one"), attempt("two")));
  expect(requests()).toEqual(["one", "two"]);
  rerender(table({ ...attempt("three"), at: "2026-11-22T09:00:00.000Z" }));
  expect(requests()).toEqual(["three"]);
});
