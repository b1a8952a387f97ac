/** The logo of each way to log in (specification, section 2, shared chrome). */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LoginTypeLogo } from "./login-type-logo.tsx";
import { LogoMark } from "./logo-mark.tsx";

const ofTheProduct = renderToStaticMarkup(<LogoMark size={24} />);

test.each(["PASSWORD", "API", "QRCODE"] as const)("%s has the product's logo", (type) => {
  expect(renderToStaticMarkup(<LoginTypeLogo type={type} />)).toBe(ofTheProduct);
});

test("Feide, Google and Apple each have their own logo", () => {
  const pictures = (["FEIDE", "GOOGLE", "APPLE"] as const).map((type) => renderToStaticMarkup(<LoginTypeLogo type={type} />));
  expect(new Set([...pictures, ofTheProduct]).size).toBe(4);
  for (const picture of pictures) expect(picture).toMatch(/^<svg .*<path /);
});

test("Google's logo has its four colours, Apple's the colour of the words beside it", () => {
  const google = renderToStaticMarkup(<LoginTypeLogo type="GOOGLE" />);
  expect(new Set(google.match(/#[0-9a-f]{6}/g)).size).toBe(4);
  expect(renderToStaticMarkup(<LoginTypeLogo type="APPLE" />)).toContain('fill="currentColor"');
});

test("it is decorative", () => {
  expect(renderToStaticMarkup(<LoginTypeLogo type="FEIDE" />)).toContain('aria-hidden="true"');
});
