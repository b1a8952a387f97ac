import { baseLocale, overwriteGetLocale } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";
import { expect, onTestFinished, test } from "vitest";
import { sortByName } from "./sort-by-name.ts";

const named = (name: string, id = name) => ({ name, id });
const sorted = (names: readonly string[]) =>
  sortByName(
    names.map((name) => named(name)),
    ({ name, id }) => [name, id],
  ).map(({ name }) => name);

test.each([
  ["en", ["Åse", "Łucja", "Māra", "Mohammed", "Zoë"]],
  ["nb", ["Łucja", "Māra", "Mohammed", "Zoë", "Åse"]],
  // Chrome has no order of Nynorsk.
  ["nn", ["Łucja", "Māra", "Mohammed", "Zoë", "Åse"]],
] as const)("names stand in the order of the reader's language: %s", (locale: Locale, expected) => {
  overwriteGetLocale(() => locale);
  onTestFinished(() => overwriteGetLocale(() => baseLocale));
  expect(sorted(["Mohammed", "Zoë", "Māra", "Åse", "Łucja"])).toEqual(expected);
});

test("children with one name stand in the order of their ids, whatever the order of the answer", () => {
  const [first, second] = [named("Nora", "1b"), named("Nora", "2a")];
  for (const answer of [
    [first, second],
    [second, first],
  ])
    expect(sortByName(answer, ({ name, id }) => [name, id])).toEqual([first, second]);
});
