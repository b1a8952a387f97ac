import { locales, overwriteGetLocale } from "@storyport/texts/runtime";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { htmlDocument } from "./html-document.ts";

function openingTag(language: string): string | undefined {
  // The document must ask for the direction, so the test may name a language that the portal does not have.
  overwriteGetLocale(() => language as (typeof locales)[number]);
  const { settings, visitor } = aPortal({});
  const files = { entry: "/entry.js", scripts: [], styles: [] };
  return /<html[^>]*>/.exec(htmlDocument({ title: "Login", files, nonce: "n", data: { settings, visitor }, body: "" }))?.[0];
}

test.each(locales)("a page in %s says its language, and that it is written from left to right", (language) => {
  expect(openingTag(language)).toBe(`<html lang="${language}" dir="ltr">`);
});

test("a page in a language that is written from right to left says so", () => {
  expect(openingTag("ar")).toBe('<html lang="ar" dir="rtl">');
});
