import { expect, test } from "vitest";
import { voiceFor } from "./use-speech.ts";

const voice = (lang: string, { localService = true, isDefault = false } = {}) => ({ lang, localService, default: isDefault });

test.each([
  ["en", "en-US"],
  ["nb", "nb-NO"],
  ["nb", "no-NO"],
  ["nn", "nn-NO"],
  ["nn", "nb-NO"],
  ["nn", "no-NO"],
  ["fr", "fr-CA"],
  ["nl", "nl"],
  ["pt-BR", "pt-BR"],
  ["pt-BR", "pt_BR"],
])("a page in %s is read by a voice of %s", (language, lang) => {
  expect(voiceFor([voice("de-DE"), voice(lang)], language)?.lang).toBe(lang);
});

test.each([
  ["pt-BR", "pt-PT"],
  ["nb", "nn-NO"],
  ["nl", "nlx-NL"],
  ["en", "de-DE"],
])("a page in %s is not read by a voice of %s", (language, lang) => {
  expect(voiceFor([voice(lang)], language)).toBeUndefined();
});

test("a page in Nynorsk prefers a voice of Nynorsk, even to the device's own choice", () => {
  expect(voiceFor([voice("nb-NO", { isDefault: true }), voice("nn-NO")], "nn")?.lang).toBe("nn-NO");
});

test("a voice that would send the text to a company reads nothing", () => {
  expect(voiceFor([voice("fr-FR", { localService: false })], "fr")).toBeUndefined();
});

test("of several voices the device's own choice reads", () => {
  expect(voiceFor([voice("en-GB"), voice("en-US", { isDefault: true })], "en")?.lang).toBe("en-US");
});
