import { locales, overwriteGetLocale } from "@storyport/texts/runtime";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { htmlDocument } from "./html-document.ts";

function aDocument(): string {
  const { settings, visitor } = aPortal({});
  const files = { entry: "/entry.js", scripts: [], styles: [] };
  return htmlDocument({ title: "Login", files, nonce: "n", data: { settings, visitor }, body: "" });
}

function openingTag(language: string): string | undefined {
  // The document must ask for the direction, so the test may name a language that the portal does not have.
  overwriteGetLocale(() => language as (typeof locales)[number]);
  return /<html[^>]*>/.exec(aDocument())?.[0];
}

test.each(locales)("a page in %s says its language, and that it is written from left to right", (language) => {
  expect(openingTag(language)).toBe(`<html lang="${language}" dir="ltr">`);
});

test("a page in a language that is written from right to left says so", () => {
  expect(openingTag("ar")).toBe('<html lang="ar" dir="rtl">');
});

test("the body preloads the font, because for a preload in the head Chromium delays the first paint", () => {
  const [head, body] = aDocument().split("<body>");
  expect(head).not.toContain('as="font"');
  expect(body).toContain('<link rel="preload" as="font"');
});
