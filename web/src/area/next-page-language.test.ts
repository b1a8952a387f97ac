import { isRedirect } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { demandChosenLanguage } from "./next-page-language.ts";

function leads(cookie: string | undefined): unknown {
  try {
    demandChosenLanguage({ read: () => cookie }, { href: "/users/me?a=b" });
    return "here";
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options : thrown;
  }
}

test("a page in another language than the chosen one is loaded as a new document, with its search", () => {
  expect(leads("nb")).toMatchObject({ href: "/users/me?a=b", reloadDocument: true });
});

test.each([
  ["the chosen language is the page's", "en"],
  ["none was chosen", undefined],
  ["the chosen language is unknown", "xx"],
])("it stays where %s", (_, cookie) => {
  expect(leads(cookie)).toBe("here");
});
