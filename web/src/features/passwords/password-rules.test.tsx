import { m } from "@storyport/texts/messages";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PasswordRules } from "./password-rules.tsx";

const wordsFor = (password: string, isRefused = false): string[] =>
  renderToStaticMarkup(<PasswordRules id="rules" password={password} isRefused={isRefused} />)
    .split(/<[^>]*>/)
    .filter((words) => words !== "");

test("the rules are shown before any input, and then the missing rules, until none is missing", () => {
  expect(wordsFor("")).toEqual([m["instructions.passwordInstructions"]()]);
  expect(wordsFor("short")).toContain(m["instructions.tooShort"]({ count: 12 }));
  expect(wordsFor("short")).not.toContain(m["instructions.passwordInstructions"]());
  expect(wordsFor("Lighthouse-Beam-7")).toEqual([m["instructions.good"]()]);
});

test("a password that the server has just refused is not called strong", () => {
  expect(wordsFor("Lighthouse-Beam-7", true)).toEqual([]);
});
