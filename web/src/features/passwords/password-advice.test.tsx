// @vitest-environment happy-dom
import { limits, waits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { advise } from "./password-advice.ts";
import { PasswordRules } from "./password-rules.tsx";
import { usePasswordAdvice } from "./use-password-advice.ts";

afterEach(cleanup);

test.each([
  ["Password-2026!", "common"],
  ["Manchester2024!", "common"],
  ["Asdfghjkl;'12!", "keyboard"],
  ["Ab1!Ab1!Ab1!Ab1!", "repeated"],
  ["Abcdefghijkl1!", "sequence"],
  ["Grethe.lund-26!", "own"],
])("%s: the advice names what makes it guessable (%s)", (password, advice) => {
  expect(advise(password, "grethe.lund@fjordskolen.example")).toBe(advice);
});

test.each(["Kjærlighet-2026!", "Kjærlighet-2026!".normalize("NFD")])("%s is common also with its accents", (password) => {
  expect(advise(password, "")).toBe("common");
});

test.each(["Quiet-Harbour-52", "Tre-blå-båter-44", "春の海ひねもすのたりのたりかな一二三四五六"])(
  "%s takes enough guesses: no advice",
  (password) => {
    expect(advise(password, "")).toBeUndefined();
  },
);

test("the longest password is rated in a moment", () => {
  const begun = performance.now();
  advise("aA1!".repeat(limits.password.max / 4), "");
  expect(performance.now() - begun).toBeLessThan(2000);
});

function Typed({ password }: { password: string }) {
  return <PasswordRules id="rules" password={password} advice={usePasswordAdvice(password, "")} />;
}

test("the advice is shown after a pause in typing, in place of 'strong enough', and disappears with its reason", async () => {
  const { rerender } = render(<Typed password="Password-2026!" />);
  expect(screen.getByText(m["instructions.good"]())).toBeTruthy();
  await waitFor(() => screen.getByText(m["passwordAdvice.common"]()), { timeout: 10 * waits.passwordAdviceDebounce });
  expect(screen.queryByText(m["instructions.good"]())).toBeNull();
  rerender(<Typed password="password-2026" />);
  expect(screen.getByText(m["instructions.noUppercase"]())).toBeTruthy();
  expect(screen.getByText(m["passwordAdvice.common"]())).toBeTruthy();
  rerender(<Typed password="Quiet-Harbour-52" />);
  await waitFor(() => screen.getByText(m["instructions.good"]()), { timeout: 10 * waits.passwordAdviceDebounce });
});
