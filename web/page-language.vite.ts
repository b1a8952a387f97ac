import { baseLocale, isLocale, locales } from "@storyport/texts/runtime";
import { build } from "vite";
import type { Plugin } from "vite";

/** The path of a language's manifest below dist/client. */
export function manifestOf(language: string): string {
  return `.vite/manifest.${language}.json`;
}

/**
 * Builds the browser's half for one language, so that a page loads only texts that it shows. Vite's mode names the language. Any other mode
 * ("production") builds the source language, and then each of the others.
 */
export function pageLanguage(mode: string): Plugin {
  const language = isLocale(mode) ? mode : baseLocale;
  return {
    name: "storyport:page-language",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    transform: {
      // The texts as they were compiled, before another plugin writes them again.
      order: "pre",
      filter: { id: /\/texts\/compiled\/(runtime|messages\/(?!_)\w+)\.js$/ },
      handler: (code, id) => ({ code: id.endsWith("/runtime.js") ? fixedLanguage(language) : onlyText(code, language), map: null }),
    },
    async writeBundle() {
      if (isLocale(mode)) return;
      for (const other of locales.filter((locale) => locale !== baseLocale)) {
        await build({ mode: other, logLevel: "warn" });
      }
    },
  };
}

/** What is left of Paraglide's own code where the language of a page is fixed. The build fails if a page imports more of it. */
function fixedLanguage(language: string): string {
  return `export const baseLocale = ${JSON.stringify(baseLocale)};
export const locales = ${JSON.stringify(locales)};
export const isLocale = (value) => locales.includes(value);
export const experimentalStaticLocale = ${JSON.stringify(language)};
export const getLocale = () => experimentalStaticLocale;`;
}

// A text's function chooses among the functions of the languages. The last one is the source language's.
const choice =
  /^const (\w+) = .*\(\(inputs(?: = \{\})?, options = \{\}\) => \{\n(?<languages>[\s\S]*?)\treturn (?<otherwise>\w+)\(inputs\)\n\}\);$/m;

/** Puts the language's own function in the place of the choice. So each text of a page takes 30 bytes less. */
function onlyText(text: string, language: string): string {
  const chosen = choice.exec(text);
  if (chosen?.groups === undefined) throw new Error("The compiled texts choose their language in another way than before.");
  const { languages = "", otherwise } = chosen.groups;
  const own = new RegExp(`locale === "${language}"\\) return (\\w+)\\(inputs\\)`).exec(languages)?.[1];
  return text.replace(choice, `const ${chosen[1]} = ${own ?? otherwise};`);
}
