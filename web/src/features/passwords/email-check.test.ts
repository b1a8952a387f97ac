import { expect, test } from "vitest";
import { isEmailAllowed } from "./email-check.ts";

test.each([
  ["kari@school.example", true],
  ["error@school.example", false],
  ["terrorise@school.example", false],
  ["Kari@ERROR.example", false],
  ["", true],
])("%s: %s", (email, isAllowed) => {
  expect(isEmailAllowed(email)).toBe(isAllowed);
});
