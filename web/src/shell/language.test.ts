import { expect, test } from "vitest";
import { chooseLanguage, splitLanguage } from "./language.ts";

test.each([
  ["a choice wins", "fr", "nl", "fr"],
  ["an unknown choice is ignored", "xx", "nl", "nl"],
  ["the best of the browser's", undefined, "de;q=0.9, nb-NO;q=0.8, en;q=0.1", "nb"],
  ["Nynorsk, before the Bokmål that such browsers ask for next", undefined, "nn-NO,nn;q=0.9,no;q=0.8,nb;q=0.7,en;q=0.6", "nn"],
  ["Bokmål, if the browser prefers it to Nynorsk", undefined, "nb-NO,nb;q=0.9,nn;q=0.8", "nb"],
  ["Norwegian that names neither", undefined, "no", "nb"],
  ["Brazil's Portuguese, by its language alone", undefined, "pt-BR,pt;q=0.9", "pt-BR"],
  ["any Portuguese", undefined, "pt", "pt-BR"],
  ["a quality after a space", undefined, "fr; q=0.2, nl;q=0.5, nb ; q = 0.9", "nb"],
  ["refused languages are not used", undefined, "fr;q=0, nb; q=0, nl", "nl"],
  ["English when nothing fits", undefined, "de", "en"],
  ["English when nothing is said", undefined, "", "en"],
  ["names of object members are not languages", undefined, "constructor, __proto__;q=0.9, nl;q=0.1", "nl"],
  ["garbage is ignored", undefined, ";;;,=,q=9", "en"],
])("%s", (_, chosen, acceptLanguage, expected) => {
  expect(chooseLanguage([chosen], acceptLanguage)).toBe(expected);
});

test("the present choice wins over an earlier choice, if we have that language", () => {
  expect(chooseLanguage(["nl", "fr"], "nb")).toBe("nl");
  expect(chooseLanguage(["xx", "fr"], "nb")).toBe("fr");
});

test.each([
  ["/login?gameId=1&language=nb", { language: "nb", url: "/login?gameId=1" }],
  ["/login?language=nb", { language: "nb", url: "/login" }],
  ["/login?gameId=1", undefined],
])("the language leaves the address %s, if it is there", (url, expected) => {
  expect(splitLanguage(url)).toEqual(expected);
});
