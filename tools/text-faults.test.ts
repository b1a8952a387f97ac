import { describe, expect, test } from "vitest";

import { sameAsEnglish, staleAllowances, translationFaults, unusedTexts } from "./text-faults.ts";
import type { Language } from "./texts.ts";

/** Returns the faults of one text compared with its English original. */
function faultsOf(language: Language, text: string, original = "Log in, {name}!"): string[] {
  const found = translationFaults({
    language,
    texts: new Map([["login.x", text]]),
    source: new Map([["login.x", language === "en" ? text : original]]),
    isIncomplete: false,
  });
  return found.map((line) => line.replace(`texts/${language}.json: "login.x" `, ""));
}

test.each<[Language, string]>([
  ["en", `Log in, "{name}"...`],
  ["nb", "Logg inn, {name}! Vent litt\u00A0…"],
  ["fr", "Connecte-toi, {name}\u202F! C’est ici\u00A0: «\u00A0oui\u00A0»…"],
  ["nl", "Log in, “{name}”!…"],
  ["pt-BR", "Entre, {name}!"],
])("a good text in %s is let pass", (language, text) => {
  expect(faultsOf(language, text)).toEqual([]);
});

describe("a planted fault is reported", () => {
  test.each<[string, Language, string]>([
    ["has other placeholders than in English", "nb", "Logg inn!"],
    ["has other placeholders than in English", "nb", "Logg inn, {navn}!"],
    ["has other markup than in English", "nl", "Log <b>in</b>, {name}!"],
    ["is the same as in English", "nl", "Log in, {name}!"],
    ["begins or ends with a space", "nb", " Logg inn, {name}!"],
    ["begins or ends with a space", "pt-BR", "Entre, {name}!\u00A0"],
    ["begins or ends with a space", "en", "Log in, {name}! "],
    ["has two spaces in a row", "nb", "Logg  inn, {name}!"],
    ["has a brace that is no placeholder's", "nb", "Logg inn, {name}! {"],
    ["has a brace that is no placeholder's", "nb", "Logg inn, {name}!}"],
    ["has straight quotes or a straight apostrophe", "fr", "C'est toi, {name}\u202F?"],
    ["has straight quotes or a straight apostrophe", "nl", 'Log in, "{name}"'],
    ["has three dots instead of …", "pt-BR", "Entrando, {name}..."],
    ["lacks the narrow no-break space (U+202F) before ; ! ?", "fr", "Bonjour {name} !"],
    ["lacks the narrow no-break space (U+202F) before ; ! ?", "fr", "Bonjour {name}?"],
    ["lacks the no-break space (U+00A0) before a colon", "fr", "Bonjour : {name}"],
    ["lacks the no-break space (U+00A0) inside « »", "fr", "Bonjour « {name} »"],
    ["lacks the no-break space (U+00A0) before …", "nb", "Vent litt, {name} …"],
  ])("%s: %s", (fault, language, text) => {
    expect(faultsOf(language, text)).toEqual([fault]);
  });

  test("an empty text", () => {
    expect(faultsOf("nb", "", "Log in")).toEqual(["is empty"]);
  });

  test("a missing text, unless the language is still being translated", () => {
    const source = new Map([["login.x", "Log in"]]);
    const texts = new Map<string, string>();
    const missing = ['texts/nb.json: "login.x" is missing'];
    expect(translationFaults({ language: "nb", texts, source, isIncomplete: false })).toEqual(missing);
    expect(translationFaults({ language: "nb", texts, source, isIncomplete: true })).toEqual([]);
  });

  test("a text that English does not have", () => {
    const texts = new Map([["login.y", "Logg inn"]]);
    const unknown = ['texts/nb.json: "login.y" is not in texts/en.json'];
    expect(translationFaults({ language: "nb", texts, source: new Map(), isIncomplete: false })).toEqual(unknown);
  });

  test("a text that no code names", () => {
    const code = `m["login.used"]() + m.login.unquoted`;
    expect(unusedTexts(["login.used"], code)).toEqual([]);
    expect(unusedTexts(["login.unquoted"], code)).toEqual(['texts/en.json: "login.unquoted" is used nowhere in web or server']);
  });

  test("an unneeded allowance", () => {
    const [key = ""] = Object.keys(sameAsEnglish);
    const source = new Map(Object.keys(sameAsEnglish).map((each) => [each, "Same"]));
    expect(staleAllowances("nb", { source, texts: source })).toEqual([]);
    const texts = new Map([...source, [key, "Ulik"]]);
    expect(staleAllowances("nb", { source, texts })).toEqual([`tools/text-faults.ts: "${key}" is not the same in nb and English any more`]);
  });
});
