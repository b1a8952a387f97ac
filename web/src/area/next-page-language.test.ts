import { isRedirect } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { demandChosenLanguage } from "./next-page-language.ts";

function leads(cookie: string | undefined, pathname: string): unknown {
  try {
    demandChosenLanguage({ read: () => cookie }, { pathname, href: `${pathname}?a=b` });
    return "here";
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options : thrown;
  }
}

test("a page in another language than the chosen one is loaded as a new document, with its search", () => {
  expect(leads("nb", "/post-login")).toMatchObject({ href: "/post-login?a=b", reloadDocument: true });
});

test.each([
  ["the chosen language is the page's", "en", "/post-login"],
  ["none was chosen", undefined, "/post-login"],
  ["the chosen language is unknown", "xx", "/post-login"],
  ["a child has just shown a badge", "nb", "/login/qr"],
  ["a child has just typed a code", "nb", "/login/code/"],
])("it stays where %s", (_, cookie, pathname) => {
  expect(leads(cookie, pathname)).toBe("here");
});
