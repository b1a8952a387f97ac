/** The advice on a page in French. Its own file, because the dictionaries are chosen when the module is loaded. */
import { overwriteGetLocale } from "@storyport/texts/runtime";
import { expect, test } from "vitest";

overwriteGetLocale(() => "fr");
const { advise } = await import("./password-advice.ts");

test.each(["Université-2026!", "Universite-2026!", "Restaurant-2026!"])("%s is built around one word", (password) => {
  expect(advise(password, "")).toBe("word");
});
